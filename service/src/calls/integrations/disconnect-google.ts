import { disconnectGoogle } from '@atrium/shared-kernel/contracts/calls/integrations';
import { disconnect } from '../../domain/integrations/integrations.ts';
import { implement } from '../implement.ts';

export default implement(disconnectGoogle, async ({ services, user, log }) => {
  await disconnect(services, user.id, 'google', log);
  return {};
});
