import { listProviders } from '@atrium/shared-kernel/contracts/calls/auth';
import { implement } from '../implement.ts';

export default implement(listProviders, async ({ services }) => ({ providers: [...services.identity.providers] }));
