import { changePassword } from '@atrium/shared-kernel/contracts/calls/auth';
import { checkOwnPassword } from '../../domain/accounts/own-password.ts';
import { replacePassword } from '../../domain/accounts/replace-password.ts';
import { DomainError } from '../../domain/domain-error.ts';
import { implement } from '../implement.ts';
import { signInBrowser } from './sign-in-browser.ts';

/** A new session replaces the old one: all sessions opened with the old password end. */
export default implement(changePassword, async (context, { password, newPassword }) => {
  const { services, user, token, deviceToken } = context;
  const before = await checkOwnPassword(services, user.id, password, context.closed());
  if (before === null) throw new DomainError('no-password');
  const passwordHash = await replacePassword(services, user, {
    before,
    newPassword,
    token,
    deviceToken,
    signal: context.closed(),
  });
  await signInBrowser(context, user.id, passwordHash);
  return {};
});
