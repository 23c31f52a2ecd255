import { removePasskey } from '@atrium/shared-kernel/contracts/calls/passkeys';
import { requireFreshSession } from '../../domain/accounts/fresh-session.ts';
import { removePasskey as remove } from '../../domain/accounts/sign-in-methods.ts';
import { DomainError } from '../../domain/domain-error.ts';
import { implement } from '../implement.ts';

export default implement(removePasskey, async ({ services, user, token }, { passkeyId }) => {
  await requireFreshSession(services, user.id, token);
  if (!(await remove(services, user, passkeyId))) throw new DomainError('unknown-passkey');
  return {};
});
