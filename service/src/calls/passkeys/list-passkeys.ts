import { listPasskeys } from '@atrium/shared-kernel/contracts/calls/passkeys';
import { listPasskeys as list } from '../../domain/accounts/passkeys.ts';
import { implement } from '../implement.ts';

export default implement(listPasskeys, async ({ services, user }) => {
  const found = await list(services.database.db, user.id);
  return {
    passkeys: found.map(({ id, name, createdDate, lastUsedDate }) => ({
      id,
      name,
      createdDate: createdDate.toISOString(),
      lastUse: lastUsedDate?.toISOString(),
    })),
  };
});
