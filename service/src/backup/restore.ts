import { createReadStream, existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { runMigrations } from 'graphile-worker';
import { Client, type ClientConfig, Pool } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { migrateOn, schemaSteps } from '../db/migrate.ts';
import { type Manifest, objectsFolder, readBackup } from './manifest.ts';
import { withSavepoints } from './one-transaction.ts';
import { listTables } from './tables.ts';

interface Target {
  readonly connection: ClientConfig;
  readonly objects: string;
}

/** Creates the schema of the job queue, which runs its own transactions. Running it again changes nothing. */
const makeJobs = async (connection: ClientConfig): Promise<void> => {
  const pool = new Pool(connection);
  // A connection that is lost while idle fails the next statement, which says so.
  pool.on('error', () => undefined).on('connect', (client) => client.on('error', () => undefined));
  try {
    await runMigrations({ pgPool: pool });
  } finally {
    await pool.end();
  }
};

const isEmpty = async (client: Client): Promise<boolean> => {
  const { rows } = await client.query<{ empty: boolean }>(
    "select not exists (select from pg_tables where schemaname = 'public') as empty",
  );
  return rows[0]?.empty === true;
};

const fill = async (client: Client, manifest: Manifest, folder: string): Promise<void> => {
  for (const { name } of await listTables(client)) {
    const table = manifest.tables.find((one) => one.name === name);
    if (!table) continue;
    const rows = client.query(copyFrom(`copy ${name} (${table.columns.join(', ')}) from stdin`));
    await pipeline(createReadStream(join(folder, table.file)), createGunzip(), rows);
    if (rows.rowCount !== table.rows) throw new Error(`${name} has ${rows.rowCount} rows instead of ${table.rows}.`);
  }
  for (const { name, value } of manifest.sequences) await client.query('select setval($1, $2::bigint)', [name, value]);
  // Browsers must not be notified that the tables were filled.
  await client.query(`do $$ begin if to_regclass('changes') is not null then truncate changes; end if; end $$`);
  // The workers that had locked these jobs no longer exist.
  await client.query('update graphile_worker._private_jobs set locked_at = null, locked_by = null');
  await client.query('update graphile_worker._private_job_queues set locked_at = null, locked_by = null');
};

/** Marks a folder of objects whose restore has not finished. */
const unfinished = '.restoring.part';

/**
 * Copies the objects of these paths after removing what an earlier attempt left. Returns how to confirm the copy and how
 * to undo it.
 */
const copyObjects = async (from: string, to: string, files: readonly string[]) => {
  const remove = (retained: readonly string[]) => {
    for (const name of existsSync(to) ? readdirSync(to) : [])
      if (!retained.includes(name)) rmSync(join(to, name), { recursive: true });
  };
  remove(['.secret', unfinished]);
  if (files.length === 0) return { settle: () => {}, remove: () => remove(['.secret']) };
  mkdirSync(to, { recursive: true });
  writeFileSync(join(to, unfinished), '');
  const wanted = new Set(files);
  await cp(from, to, {
    recursive: true,
    filter: (path) => wanted.has(relative(from, path)) || statSync(path).isDirectory(),
  });
  return { settle: () => rmSync(join(to, unfinished)), remove: () => remove(['.secret']) };
};

/**
 * Restores a backup into an empty database and an empty folder of objects. It creates the schema that the backup was
 * made with, fills it, and then migrates it to the newest one. Every file is checked before anything is written. Schema
 * and rows are written in one transaction: if the process is killed, the database stays empty, and the next attempt
 * removes the copied objects. Gives what was restored. Throws an error whose message is for the operator.
 */
export const restore = async (folder: string, { connection, objects }: Target): Promise<Manifest> => {
  const { manifest, files } = await readBackup(folder);
  if (!schemaSteps().some(({ when }) => when === manifest.schema))
    throw new Error('The backup was made by a newer Atrium. Restore it with that version.');
  const client = new Client(connection);
  await client.connect();
  try {
    if (!(await isEmpty(client))) throw new Error('The database is not empty. Restore into a new one.');
    const existing = existsSync(objects) ? readdirSync(objects).filter((name) => name !== '.secret') : [];
    if (existing.length > 0 && !existing.includes(unfinished))
      throw new Error(`${objects} is not empty. Restore into a new folder.`);
    await makeJobs(connection);
    const copied = await copyObjects(join(folder, objectsFolder), objects, files);
    try {
      await client.query('begin');
      const inside = withSavepoints(client);
      await migrateOn(inside, manifest.schema);
      // Migrations and the schema of the jobs insert rows of their own. The backup holds those rows too.
      const tables = await listTables(client);
      await client.query(`truncate ${tables.map(({ name }) => name).join(', ')} cascade`);
      await fill(client, manifest, folder);
      await migrateOn(inside);
      await client.query('commit');
    } catch (error) {
      copied.remove();
      throw error;
    }
    copied.settle();
  } finally {
    await client.end();
  }
  return { ...manifest, objects: files.length };
};
