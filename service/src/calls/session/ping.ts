import { ping } from '@atrium/shared-kernel/contracts/calls/session';
import { implement } from '../implement.ts';

export default implement(ping, async () => ({}));
