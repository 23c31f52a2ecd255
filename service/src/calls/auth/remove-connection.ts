import { removeConnection } from '@atrium/shared-kernel/contracts/calls/auth';
import { requireFreshSession } from '../../domain/accounts/fresh-session.ts';
import { removeConnection as remove } from '../../domain/accounts/sign-in-methods.ts';
import { implement } from '../implement.ts';

export default implement(removeConnection, async ({ services, user, token }, { provider }) => {
  await requireFreshSession(services, user.id, token);
  await remove(services, user, provider);
  return {};
});
