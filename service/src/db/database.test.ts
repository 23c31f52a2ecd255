import { sql } from 'drizzle-orm';
import type { PoolClient } from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { createTestDatabase } from '../testing/app.ts';
import { openDatabase } from './database.ts';

it('a transaction whose connection breaks as it begins takes none from the others', async () => {
  const test = await createTestDatabase();
  const database = openDatabase(test.connection, { max: 1, onError: () => undefined });
  onTestFinished(async () => {
    await database.close();
    await test.drop();
  });
  const { db, pool } = database;
  const [one] = (await db.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`)).rows;
  pool.once(
    'acquire',
    (client: PoolClient) => void client.query('select pg_terminate_backend($1)', [one!.pid]).catch(() => undefined),
  );
  await expect(db.transaction((tx) => tx.execute(sql`select 1`))).rejects.toThrow('Failed query: begin');
  expect((await db.transaction((tx) => tx.execute(sql`select 2 as two`))).rows).toEqual([{ two: 2 }]);
});
