import { disconnectMicrosoft } from '@atrium/shared-kernel/contracts/calls/integrations';
import { disconnect } from '../../domain/integrations/integrations.ts';
import { implement } from '../implement.ts';

export default implement(disconnectMicrosoft, async ({ services, user, log }) => {
  await disconnect(services, user.id, 'microsoft', log);
  return {};
});
