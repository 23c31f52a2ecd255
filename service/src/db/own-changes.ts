import type { Pool, PoolClient } from 'pg';

/** What the triggers of `track_changes` say to the client whose statement has changed something. */
const message = 'atrium_changes';

/** Calls `then` after each transaction of this pool that may have changed what people see. */
export const afterOwnChanges = (pool: Pool, then: () => void): void => {
  const observed = new WeakSet<PoolClient>();
  const changed = new WeakSet<PoolClient>();
  pool.on('acquire', (client) => {
    if (observed.has(client)) return;
    observed.add(client);
    client.on('notice', (notice) => {
      if (notice.message === message) changed.add(client);
    });
  });
  // A connection is given back when its transaction is over. One that was rolled back costs a read that finds nothing.
  pool.on('release', (_error, client) => {
    if (changed.delete(client)) then();
  });
};
