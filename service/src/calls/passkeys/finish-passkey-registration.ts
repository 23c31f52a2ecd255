import { finishPasskeyRegistration } from '@atrium/shared-kernel/contracts/calls/passkeys';
import { finishRegistration } from '../../domain/accounts/passkeys-registration.ts';
import { implement } from '../implement.ts';

export default implement(finishPasskeyRegistration, async (context, { credential }) => {
  await finishRegistration(context.services, context, credential, context.log);
  return {};
});
