import { startConsent as call } from '@atrium/shared-kernel/contracts/calls/integrations';
import { startConsent } from '../../domain/integrations/integrations.ts';
import { implement } from '../implement.ts';

export default implement(call, async ({ services, user, origin, log }, { provider }) => ({
  redirectUrl: await startConsent(services, { userId: user.id, provider, base: `${origin}/api` }, log),
}));
