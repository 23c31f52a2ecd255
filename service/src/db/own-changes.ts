import type { Pool, PoolClient } from 'pg';

/** The notice that the triggers of `track_changes` send to the client whose statement changed something. */
const message = 'atrium_changes';

/** Calls `then` after each transaction of this pool that may have changed what users see. */
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
  // A connection is released when its transaction is over. After a rollback this costs one read that finds nothing.
  pool.on('release', (_error, client) => {
    if (changed.delete(client)) then();
  });
};
