import { startConnection } from '@atrium/shared-kernel/contracts/calls/auth';
import { requireFreshSession } from '../../domain/accounts/fresh-session.ts';
import { implement } from '../implement.ts';
import { redirectToProvider } from './social-login.ts';

export default implement(startConnection, async (context, { provider }) => {
  const { services, user, token } = context;
  await requireFreshSession(services, user.id, token);
  return redirectToProvider(context, provider, user.id);
});
