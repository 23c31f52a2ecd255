import { listConnections } from '@atrium/shared-kernel/contracts/calls/auth';
import { readWaysIn } from '../../domain/accounts/ways-in.ts';
import { implement } from '../implement.ts';

export default implement(listConnections, async ({ services, user }) => {
  const { connections, ...others } = await readWaysIn(services.database.db, user.id);
  return {
    ...others,
    connections: connections.map(({ provider, createdDate }) => ({ provider, createdDate: createdDate.toISOString() })),
  };
});
