import { removePasskey } from '@atrium/shared-kernel/contracts/calls/passkeys';
import { removePasskey as remove } from '../../domain/accounts/sign-in-methods.ts';
import { implement } from '../implement.ts';
import { DomainError } from '../../domain/domain-error.ts';

export default implement(removePasskey, async ({ services, user }, { passkeyId }) => {
  if (!(await remove(services.database, user.id, passkeyId))) throw new DomainError('unknown-passkey');
  return {};
});
