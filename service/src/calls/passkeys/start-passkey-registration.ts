import { startPasskeyRegistration } from '@atrium/shared-kernel/contracts/calls/passkeys';
import { requireFreshSession } from '../../domain/accounts/fresh-session.ts';
import { startRegistration } from '../../domain/accounts/passkeys-registration.ts';
import { implement } from '../implement.ts';

// The challenge made here is the user's alone and soon expires, so finishing requires nothing more.
export default implement(startPasskeyRegistration, async (context) => {
  const { services, user, token } = context;
  await requireFreshSession(services, user.id, token);
  return { options: await startRegistration(services, context) };
});
