import { sql } from 'drizzle-orm';
import type { PoolClient } from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { createTestDatabase } from '../testing/app.ts';
import { openDatabase } from './database.ts';

const open = async (max: number) => {
  const test = await createTestDatabase();
  const database = openDatabase(test.connection, { max, onError: () => undefined });
  onTestFinished(async () => {
    await database.close();
    await test.drop();
  });
  return database;
};

it('a transaction whose connection fails at its start affects no others', async () => {
  const { db, pool } = await open(1);
  const [one] = (await db.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`)).rows;
  pool.once(
    'acquire',
    (client: PoolClient) => void client.query('select pg_terminate_backend($1)', [one!.pid]).catch(() => undefined),
  );
  await expect(db.transaction((tx) => tx.execute(sql`select 1`))).rejects.toThrow('Failed query: begin');
  expect((await db.transaction((tx) => tx.execute(sql`select 2 as two`))).rows).toEqual([{ two: 2 }]);
});

it('two transactions that wait for each other both succeed, one of them at its second try', async () => {
  const { db } = await open(2);
  await db.execute(sql`create table things (id int primary key, value int)`);
  await db.execute(sql`insert into things values (1, 0), (2, 0)`);
  const started = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const;
  let tries = 0;
  const raise = (at: 0 | 1, first: number, second: number) =>
    db.transaction(async (tx) => {
      tries += 1;
      await tx.execute(sql`update things set value = value + 1 where id = ${first}`);
      started[at].resolve();
      await started[at === 0 ? 1 : 0].promise;
      await tx.execute(sql`update things set value = value + 1 where id = ${second}`);
      return first;
    });
  expect(await Promise.all([raise(0, 1, 2), raise(1, 2, 1)])).toEqual([1, 2]);
  expect((await db.execute(sql`select value from things`)).rows).toEqual([{ value: 2 }, { value: 2 }]);
  expect(tries).toBe(3);
});

it('a transaction that fails by itself is not retried, and one that loses every race fails at the third try', async () => {
  const { db } = await open(1);
  let tries = 0;
  const failing = (statement: ReturnType<typeof sql>) =>
    db.transaction(async (tx) => {
      tries += 1;
      await tx.execute(statement);
    });
  await expect(failing(sql`select 1 / 0`)).rejects.toThrow('Failed query');
  expect(tries).toBe(1);
  await expect(failing(sql`do $$ begin raise sqlstate '40001'; end $$`)).rejects.toThrow('Failed query');
  expect(tries).toBe(4);
});
