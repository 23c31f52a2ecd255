import { startPasskeyRegistration } from '@atrium/shared-kernel/contracts/calls/passkeys';
import { startRegistration } from '../../domain/accounts/passkeys-registration.ts';
import { implement } from '../implement.ts';

export default implement(startPasskeyRegistration, async (context) => ({
  options: await startRegistration(context.services, context),
}));
