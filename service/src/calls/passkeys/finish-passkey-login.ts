import { finishPasskeyLogin } from '@atrium/shared-kernel/contracts/calls/passkeys';
import { finishLogin } from '../../domain/accounts/passkeys-login.ts';
import { signInBrowser } from '../auth/sign-in-browser.ts';
import { implement } from '../implement.ts';

export default implement(finishPasskeyLogin, async (context, { credential }) => {
  await signInBrowser(context, await finishLogin(context.services, context, credential, context.log));
  return {};
});
