import { renamePasskey } from '@atrium/shared-kernel/contracts/calls/passkeys';
import { renamePasskey as rename } from '../../domain/accounts/passkeys.ts';
import { implement } from '../implement.ts';
import { DomainError } from '../../domain/domain-error.ts';

export default implement(renamePasskey, async ({ services, user }, { passkeyId, name }) => {
  if (!(await rename(services.database.db, user.id, passkeyId, name))) throw new DomainError('unknown-passkey');
  return {};
});
