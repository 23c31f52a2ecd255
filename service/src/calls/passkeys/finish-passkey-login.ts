import { finishPasskeyLogin } from '@atrium/shared-kernel/contracts/calls/passkeys';
import { finishLogin } from '../../domain/accounts/passkeys-login.ts';
import { implement } from '../implement.ts';

export default implement(finishPasskeyLogin, async (context, { credential }) => {
  await finishLogin(context, credential);
  return {};
});
