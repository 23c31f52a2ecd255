import { authPing } from '@atrium/shared-kernel/contracts/calls/session';
import { implement } from '../implement.ts';

export default implement(authPing, async () => ({}));
