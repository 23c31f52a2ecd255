import { Client } from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { readConfig } from '../config.ts';
import { newId } from '../db/id.ts';
import { users } from '../db/schema/accounts.ts';
import { buffersFor, openConfiguredDatabase } from './database.ts';

const name = `open_${newId()}`;
const cluster = inject('cluster');
const admin = async (statement: string) => {
  const client = new Client({ ...cluster, database: 'postgres' });
  await client.connect();
  await client.query(statement);
  await client.end();
};
beforeAll(() => admin(`create database ${name}`));
afterAll(() => admin(`drop database ${name} with (force)`));

const url = () => `postgres://${cluster.user}@/${name}?host=${encodeURIComponent(cluster.host)}`;

it('uses the PostgreSQL of DATABASE_URL, with the same schema', async () => {
  const database = await openConfiguredDatabase(readConfig({ DATABASE_URL: url() }), () => undefined);
  expect(await database.db.select().from(users)).toEqual([]);
  await database.close();
});

it('reports a connection that is cut while idle and continues with another', async () => {
  const lost: Error[] = [];
  const database = await openConfiguredDatabase(readConfig({ DATABASE_URL: url() }), (error) => lost.push(error));
  await database.db.select().from(users);
  await admin(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`);
  await expect.poll(() => lost.length).toBeGreaterThan(0);
  expect(await database.db.select().from(users)).toEqual([]);
  await database.close();
});

it.each([
  [1, 128],
  [4, 256],
  [64, 512],
])('keeps a part of %i GB of memory for pages: %i MB', (gigabytes, megabytes) => {
  expect(buffersFor(gigabytes * 1024 ** 3)).toBe(`shared_buffers=${megabytes}MB`);
});
