import { startPasskeyLogin } from '@atrium/shared-kernel/contracts/calls/passkeys';
import { startLogin } from '../../domain/accounts/passkeys-login.ts';
import { implement } from '../implement.ts';

export default implement(startPasskeyLogin, async (context) => ({
  options: await startLogin(context.services, context),
}));
