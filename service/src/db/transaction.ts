import type pg from 'pg';

/** Runs `work` as one transaction on its own connection, which is rolled back if it throws. */
export const inTransaction = async <T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> => {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    // The original error is the one that is rethrown.
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
};
