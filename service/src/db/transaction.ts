import type pg from 'pg';

/** Does the work as one transaction of a connection of its own; nothing of it stays where it throws. */
export const inTransaction = async <T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> => {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    // The first failure is the one that is thrown on.
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
};
