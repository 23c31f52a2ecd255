import { deleteUser } from '@atrium/shared-kernel/contracts/calls/profile';
import { deleteAccount } from '../../domain/accounts/deletion.ts';
import { implement } from '../implement.ts';

export default implement(deleteUser, async ({ services, user, setSession, log }) => {
  await deleteAccount(services, user.id, log);
  setSession(undefined);
  return {};
});
