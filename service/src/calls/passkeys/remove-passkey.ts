import { removePasskey } from '@atrium/shared-kernel/contracts/calls/passkeys';
import { removePasskey as remove } from '../../domain/accounts/passkeys.ts';
import { notFound } from '../../errors.ts';
import { implement } from '../implement.ts';

export default implement(removePasskey, async ({ services, user }, { passkeyId }) => {
  if (!(await remove(services.database.db, user.id, passkeyId))) throw notFound('This passkey is not there any more.');
  return {};
});
