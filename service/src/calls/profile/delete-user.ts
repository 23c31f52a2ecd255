import { deleteUser } from '@atrium/shared-kernel/contracts/calls/profile';
import { deleteAccount } from '../../domain/accounts/deletion.ts';
import { requireFreshSession } from '../../domain/accounts/fresh-session.ts';
import { implement } from '../implement.ts';

export default implement(deleteUser, async ({ services, user, token, setSession, log }) => {
  await requireFreshSession(services, user.id, token);
  await deleteAccount(services, user.id, log);
  setSession(undefined);
  return {};
});
