import { listConnections } from '@atrium/shared-kernel/contracts/calls/auth';
import { readSignInMethods } from '../../domain/accounts/sign-in-methods.ts';
import { implement } from '../implement.ts';

export default implement(listConnections, async ({ services, user }) => {
  const { connections, ...others } = await readSignInMethods(services.database.db, user.id);
  return {
    ...others,
    connections: connections.map(({ provider, createdDate }) => ({ provider, createdDate: createdDate.toISOString() })),
  };
});
