import { startConnection } from '@atrium/shared-kernel/contracts/calls/auth';
import { requireFreshSession } from '../../domain/accounts/fresh-session.ts';
import { implement } from '../implement.ts';
import { beginSocialLogin } from './social-login.ts';

export default implement(startConnection, async (context, { provider }) => {
  const { services, user, token } = context;
  await requireFreshSession(services, user.id, token);
  return beginSocialLogin(context, provider, user.id);
});
