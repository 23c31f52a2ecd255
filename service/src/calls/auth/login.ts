import { login } from '@atrium/shared-kernel/contracts/calls/auth';
import { userOfPassword } from '../../domain/accounts/password-login.ts';
import { signInBrowser } from './sign-in-browser.ts';
import { implement } from '../implement.ts';

export default implement(login, async (context, { email, password }) => {
  const { services, ip, deviceToken } = context;
  const user = await userOfPassword(services, { email, password, ip, deviceToken, signal: context.closed() });
  await signInBrowser(context, user.id, user.passwordHash);
  return {};
});
