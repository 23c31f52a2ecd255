import { listIntegrations as call } from '@atrium/shared-kernel/contracts/calls/integrations';
import { listIntegrations } from '../../domain/integrations/integrations.ts';
import { implement } from '../implement.ts';

export default implement(call, async ({ services, user }) => ({
  integrations: await listIntegrations(services, user.id),
}));
