import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { compileCache } from './adapters/compile-cache.ts';
import { newId } from './db/id.ts';
import { quickly } from './testing/quickly.ts';

const name = `migrated_${newId()}`;
const cluster = inject('cluster');
const run = (env: Record<string, string>) =>
  promisify(execFile)(process.execPath, [quickly, join(import.meta.dirname, 'migrate.ts')], {
    env: { PATH: process.env['PATH'], ...compileCache(), ...env },
  });
const query = async (database: string, statement: string): Promise<unknown[]> => {
  const client = new Client({ ...cluster, database });
  await client.connect();
  const { rows } = await client.query({ text: statement, rowMode: 'array' });
  await client.end();
  return rows.flat();
};
beforeAll(() => query('postgres', `create database ${name}`));
afterAll(() => query('postgres', `drop database ${name} with (force)`));

test('the command migrates a database to the newest schema, and again without a change', async () => {
  const DATABASE_URL = `postgres://${cluster.user}@localhost/${name}?host=${encodeURIComponent(cluster.host)}`;
  for (let at = 0; at < 2; at += 1)
    expect((await run({ DATABASE_URL })).stdout).toBe('The database has the newest schema.\n');
  expect(await query(name, "select tablename from pg_tables where schemaname = 'public'")).toContain('messages');
});

test('the command reports in one sentence that another session keeps the lock of the migration', async () => {
  const other = new Client({ ...cluster, database: name });
  await other.connect();
  await other.query('select pg_advisory_lock(4207311)');
  const address = `postgres://${cluster.user}@localhost/${name}?host=${encodeURIComponent(cluster.host)}`;
  try {
    const DATABASE_URL = `${address}&options=${encodeURIComponent('-c lock_timeout=100ms')}`;
    await expect(run({ DATABASE_URL })).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^The schema could not be migrated, because .* pooler in session mode\.\n$/),
    });
  } finally {
    await other.end();
  }
});

test('the command reports that no database is configured', async () => {
  await expect(run({})).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('DATABASE_URL is missing') });
});
