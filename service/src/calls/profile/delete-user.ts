import { deleteUser } from '@atrium/shared-kernel/contracts/calls/profile';
import { workspaceProviders } from '@atrium/shared-kernel/contracts/constants';
import { disconnect } from '../../domain/integrations/integrations.ts';
import { deleteAccount } from '../../domain/accounts/deletion.ts';
import { requireFreshSession } from '../../domain/accounts/fresh-session.ts';
import { implement } from '../implement.ts';

export default implement(deleteUser, async ({ services, user, token, setSession, log }) => {
  await requireFreshSession(services, user.id, token);
  // Access to other services ends with the account.
  for (const provider of workspaceProviders) await disconnect(services, user.id, provider, log);
  await deleteAccount(services, user.id, log);
  setSession(undefined);
  return {};
});
