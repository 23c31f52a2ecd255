import { confirmPassword } from '@atrium/shared-kernel/contracts/calls/auth';
import { checkOwnPassword } from '../../domain/accounts/own-password.ts';
import { DomainError } from '../../domain/domain-error.ts';
import { implement } from '../implement.ts';
import { signInBrowser } from './sign-in-browser.ts';

/** A new session replaces the old one, as after a log-in, so it is fresh. */
export default implement(confirmPassword, async (context, { password }) => {
  const { services, user } = context;
  const passwordHash = await checkOwnPassword(services, user.id, password, context.closed());
  if (passwordHash === null) throw new DomainError('no-password');
  await signInBrowser(context, user.id, passwordHash);
  return {};
});
