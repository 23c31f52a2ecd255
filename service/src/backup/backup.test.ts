import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import { makeMemoryFolder } from '@atrium/shared-kernel/testing/memory-folder';
import { runMigrations } from 'graphile-worker';
import { Client, type ClientConfig, Pool } from 'pg';
import { afterEach, beforeEach, expect, inject, onTestFinished, test } from 'vitest';
import { compileCache } from '../adapters/compile-cache.ts';
import { createLocalObjects } from '../adapters/objects/choose.ts';
import { newId } from '../db/id.ts';
import { migrateDatabase, schemaSteps } from '../db/migrate.ts';
import { createTestDatabase } from '../testing/app.ts';
import { quickly } from '../testing/quickly.ts';
import { backUp } from './backup.ts';
import { objectFiles } from './manifest.ts';
import { restore } from './restore.ts';

let base = '';
beforeEach(() => {
  base = makeMemoryFolder('atrium-backup-');
});
afterEach(() => rmSync(base, { recursive: true, force: true }));
const copy = () => join(base, 'kept');
const objectsOf = (name: string) => join(base, name);

const query = async (connection: ClientConfig, statement: string, values: unknown[] = []): Promise<unknown[][]> => {
  const client = new Client(connection);
  await client.connect();
  try {
    return (await client.query({ text: statement, values, rowMode: 'array' })).rows as unknown[][];
  } finally {
    await client.end();
  }
};
const emptyDatabase = async (): Promise<ClientConfig> => {
  const name = `backup_${newId()}`;
  const cluster = inject('cluster');
  await query({ ...cluster, database: 'postgres' }, `create database ${name}`);
  onTestFinished(
    () => void query({ ...cluster, database: 'postgres' }, `drop database if exists ${name} with (force)`),
  );
  return { ...cluster, database: name };
};

/** Every row of every table of the product as text, except `changes`, which are meaningless in another database. */
const stateOf = async (connection: ClientConfig) => {
  const tables = await query(
    connection,
    "select tablename from pg_tables where schemaname = 'public' and tablename <> 'changes' order by 1",
  );
  const all: Record<string, unknown[]> = {};
  for (const [table] of tables) {
    const rows = await query(connection, `select t::text from public."${String(table)}" t order by 1`);
    all[String(table)] = rows.flat();
  }
  return all;
};

const addPerson = (connection: ClientConfig, id: string, prompt: string) =>
  query(
    connection,
    `with u as (insert into users (id, email, first_name, last_name) values ('${id}', '${id}@x.test', 'A', 'B')),
          c as (insert into chats (id, user_id, title) values ('c${id}', '${id}', 'Grüße, 世界'))
     insert into messages (id, chat_id, user_id, prompt, content) values ('m${id}', 'c${id}', '${id}', $1, '')`,
    [prompt],
  );

const filled = async () => {
  const { connection, drop } = await createTestDatabase();
  onTestFinished(drop);
  const pool = new Pool(connection);
  pool.on('error', () => undefined).on('connect', (client) => client.on('error', () => undefined));
  await runMigrations({ pgPool: pool });
  await pool.end();
  await addPerson(connection, 'ada', 'Tabs\tand\nlines, "quotes" and \\backslashes\\ 🌍');
  await query(connection, `select graphile_worker.add_job('mail', '{"to":"ada"}'::json)`);
  await query(connection, `update graphile_worker._private_jobs set locked_at = now(), locked_by = 'gone'`);
  const objects = objectsOf('objects');
  const store = createLocalObjects(objects);
  const { key } = await store.put({
    owner: 'ada',
    folder: 'chatFiles',
    name: 'plan.txt',
    type: 'text/plain',
    content: Buffer.from('the plan'),
  });
  return { connection, objects, key };
};

test('what was backed up is restored whole: every row, jobs that wait, and objects with their names', async () => {
  const { connection, objects, key } = await filled();
  const manifest = await backUp({ connection, objects }, copy());
  const target = await emptyDatabase();
  await restore(copy(), { connection: target, objects: objectsOf('restored') });

  expect(await stateOf(target)).toEqual(await stateOf(connection));
  expect(manifest.tables.find(({ name }) => name === 'public.messages')?.rows).toBe(1);
  expect(await query(target, 'select payload, locked_by from graphile_worker._private_jobs')).toEqual([
    [{ to: 'ada' }, null],
  ]);
  const found = await createLocalObjects(objectsOf('restored')).read(key);
  expect(found).toMatchObject({ name: 'plan.txt', type: 'text/plain' });
  expect(String(await buffer(found!.content))).toBe('the plan');
  // New jobs get ids after the restored ones.
  await query(target, `select graphile_worker.add_job('mail', '{}'::json)`);
});

test('what is written afterwards is not in it, and keys never are', async () => {
  const { connection, objects } = await filled();
  await backUp({ connection, objects }, copy());
  await addPerson(connection, 'later', 'after');
  const target = await emptyDatabase();
  await restore(copy(), { connection: target, objects: objectsOf('restored') });
  expect(await query(target, 'select id from users')).toEqual([['ada']]);
  expect(existsSync(join(objects, '.secret'))).toBe(true);
  expect(existsSync(join(copy(), 'objects/.secret'))).toBe(false);
});

test('a backup of an earlier schema is restored and migrated to the newest', async () => {
  const old = await emptyDatabase();
  const [first] = schemaSteps();
  await migrateDatabase(old, first?.when);
  await addPerson(old, 'ada', 'old');
  await backUp({ connection: old, objects: objectsOf('none') }, copy());
  const target = await emptyDatabase();
  await restore(copy(), { connection: target, objects: objectsOf('restored') });
  expect(await query(target, 'select prompt from messages')).toEqual([['old']]);
  expect(await query(target, 'select count(*)::int from drizzle.__drizzle_migrations')).toEqual([
    [schemaSteps().length],
  ]);
});

test('a damaged backup, one without its list, and a database or folder in use are refused, and nothing is written', async () => {
  const { connection, objects } = await filled();
  const manifest = await backUp({ connection, objects }, copy());
  await expect(backUp({ connection, objects }, copy())).rejects.toThrow('exists. Choose a new folder.');
  await expect(restore(copy(), { connection, objects: objectsOf('restored') })).rejects.toThrow(
    'The database is not empty.',
  );
  const target = await emptyDatabase();
  await expect(restore(copy(), { connection: target, objects })).rejects.toThrow('is not empty. Restore into a new');
  await expect(restore(base, { connection: target, objects: objectsOf('restored') })).rejects.toThrow(
    'is not a backup',
  );

  const file = join(copy(), manifest.tables.find(({ name }) => name === 'public.users')?.file ?? '');
  const bytes = readFileSync(file);
  writeFileSync(file, Buffer.concat([bytes.subarray(0, -1), Buffer.from('x')]));
  await expect(restore(copy(), { connection: target, objects: objectsOf('restored') })).rejects.toThrow(
    'The backup is damaged: tables/public.users.copy.gz',
  );
  expect(await query(target, "select count(*)::int from pg_tables where schemaname = 'public'")).toEqual([[0]]);
});

const objectFile = () => join(copy(), 'objects', objectFiles(join(copy(), 'objects')).at(-1) ?? '');
const manifestOf = () => JSON.parse(readFileSync(join(copy(), 'backup.json'), 'utf8')) as Record<string, unknown>;
const damages: Record<string, () => void> = {
  'a file that is missing': () => rmSync(objectFile()),
  'a file with another byte': () => writeFileSync(objectFile(), readFileSync(objectFile()).fill('x', 0, 1)),
  'no folder of files': () => rmSync(join(copy(), 'objects'), { recursive: true }),
  'a shorter list of files': () => writeFileSync(join(copy(), 'objects.jsonl'), ''),
  'no list of files': () => rmSync(join(copy(), 'objects.jsonl')),
};

test.each(Object.entries(damages))('a backup with %s is refused, and nothing is written', async (_, damage) => {
  await backUp(await filled(), copy());
  damage();
  const target = await emptyDatabase();
  const into = { connection: target, objects: objectsOf('restored') };
  await expect(restore(copy(), into)).rejects.toThrow(/^The backup is damaged: .*Nothing was restored\.$/);
  expect(existsSync(into.objects)).toBe(false);
  expect(await query(target, "select count(*)::int from pg_tables where schemaname = 'public'")).toEqual([[0]]);
});

test('a backup from before files had hashes is restored if it has as many as it says', async () => {
  await backUp(await filled(), copy());
  const { objectList: _, ...manifest } = manifestOf();
  writeFileSync(join(copy(), 'backup.json'), JSON.stringify({ ...manifest, format: 1 }));
  const before = readFileSync(objectFile());
  const [path, target] = [objectFile(), await emptyDatabase()];
  const into = { connection: target, objects: objectsOf('restored') };
  rmSync(path);
  await expect(restore(copy(), into)).rejects.toThrow('The backup is damaged: it has 1 of 2 files of objects.');
  writeFileSync(path, before);
  expect((await restore(copy(), into)).objects).toBe(2);
});

test('what is said to be restored is what was copied', async () => {
  await backUp(await filled(), copy());
  writeFileSync(join(copy(), 'objects', 'note.txt'), 'beside the backup');
  const into = { connection: await emptyDatabase(), objects: objectsOf('restored') };
  expect((await restore(copy(), into)).objects).toBe(2);
  expect(objectFiles(into.objects)).toEqual(objectFiles(objectsOf('objects')).filter((one) => one !== '.secret'));
});

/** Runs a restore that is killed at the first statement that contains `text`. Resolves with the signal. */
const killedAt = async (text: string, into: Parameters<typeof restore>[1]): Promise<unknown> => {
  const script = `
    import pg from 'pg';
    const { query } = pg.Client.prototype;
    pg.Client.prototype.query = function (...args) {
      const statement = args[0]?.cursor?.text ?? args[0]?.text ?? args[0];
      if (String(statement).includes(${JSON.stringify(text)})) process.kill(process.pid, 'SIGKILL');
      return query.apply(this, args);
    };
    const { restore } = await import(${JSON.stringify(join(import.meta.dirname, 'restore.ts'))});
    await restore(${JSON.stringify(copy())}, ${JSON.stringify(into)});`;
  const child = spawn(process.execPath, [quickly, '--input-type=module', '-e', script], {
    cwd: import.meta.dirname,
    env: { ...process.env, ...compileCache() },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return (await once(child, 'exit'))[1];
};

test('a restore that is killed in the middle leaves an empty database, and the next one is whole', async () => {
  const { connection, objects } = await filled();
  await backUp({ connection, objects }, copy());
  const whole = await stateOf(connection);
  const target = await emptyDatabase();
  const into = { connection: target, objects: objectsOf('restored') };
  // In the middle of the rows, and at the end.
  const moments = ['copy public.users', 'commit'];
  for (const moment of moments) {
    expect(await killedAt(moment, into), moment).toBe('SIGKILL');
    expect(await query(target, "select count(*)::int from pg_tables where schemaname = 'public'"), moment).toEqual([
      [0],
    ]);
  }
  await restore(copy(), into);
  expect(await stateOf(target)).toEqual(whole);
  expect(readdirSync(into.objects)).not.toContain('.restoring.part');
  expect(readdirSync(into.objects).toSorted()).toEqual(readdirSync(join(copy(), 'objects')).toSorted());
});

test('files that are removed while they are copied are left out, and the backup is restored', async () => {
  const { connection, objects } = await filled();
  const store = createLocalObjects(objects);
  const object = { owner: 'eve', folder: 'chatFiles', name: 'gone.txt', type: 'text/plain', content: Buffer.from('x') };
  for (let stored = 0; stored < 100; stored += 1) await store.put(object);
  const folder = join('chatFiles', 'eve');
  const making = backUp({ connection, objects }, copy());
  while (objectFiles(join(`${copy()}.part`, 'objects', folder)).length === 0) await setImmediate();
  rmSync(join(objects, folder), { recursive: true });
  const manifest = await making;
  // Each has a file for its name and type, too.
  expect(manifest.objects).toBeGreaterThan(2);
  expect(manifest.objects).toBeLessThan(202);
  const into = { connection: await emptyDatabase(), objects: objectsOf('restored') };
  expect((await restore(copy(), into)).objects).toBe(manifest.objects);
});

test('a backup that fails half-way leaves nothing behind', async () => {
  const { connection, objects } = await filled();
  await query(connection, 'alter table drizzle.__drizzle_migrations rename to gone');
  await expect(backUp({ connection, objects }, copy())).rejects.toThrow('__drizzle_migrations');
  expect(existsSync(copy())).toBe(false);
  expect(existsSync(`${copy()}.part`)).toBe(false);
});
