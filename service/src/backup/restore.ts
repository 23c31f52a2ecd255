import { createReadStream, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { runMigrations } from 'graphile-worker';
import { Client, type ClientConfig, Pool } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { migrateOn, schemaSteps } from '../db/migrate.ts';
import { type Manifest, readBackup } from './manifest.ts';
import { withSavepoints } from './one-transaction.ts';
import { listTables } from './tables.ts';

interface Target {
  readonly connection: ClientConfig;
  readonly objects: string;
}

/** The jobs' own schema, which is made in transactions of its own; to make it twice is no change. */
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
  // To fill the tables is no change that anybody is to be told.
  await client.query(`do $$ begin if to_regclass('changes') is not null then truncate changes; end if; end $$`);
  // Who held a job is gone.
  await client.query('update graphile_worker._private_jobs set locked_at = null, locked_by = null');
  await client.query('update graphile_worker._private_job_queues set locked_at = null, locked_by = null');
};

/** In a folder whose objects are of a restore that has not come to its end. */
const unfinished = '.restoring.part';

/** Copies the objects, after what an earlier try left; answers how to say that they stay, and how to take them away. */
const copyObjects = async (from: string, to: string) => {
  const remove = (retained: readonly string[]) => {
    for (const name of existsSync(to) ? readdirSync(to) : [])
      if (!retained.includes(name)) rmSync(join(to, name), { recursive: true });
  };
  remove(['.secret', unfinished]);
  if (!existsSync(from)) return { settle: () => {}, remove: () => remove(['.secret']) };
  mkdirSync(to, { recursive: true });
  writeFileSync(join(to, unfinished), '');
  await cp(from, to, { recursive: true });
  return { settle: () => rmSync(join(to, unfinished)), remove: () => remove(['.secret']) };
};

/**
 * Restores a backup into an empty database and an empty folder of objects, in the schema that it was made with, and then
 * brings that to the newest. Every file is proved before anything is written. The database is filled in one transaction,
 * its schema included: whoever is killed in the middle leaves it empty, and objects that the next try takes away. Throws
 * a sentence.
 */
export const restore = async (folder: string, { connection, objects }: Target): Promise<Manifest> => {
  const manifest = await readBackup(folder);
  if (!schemaSteps().some(({ when }) => when === manifest.schema))
    throw new Error('The backup is of a later Atrium than this one. Restore it with that version.');
  const client = new Client(connection);
  await client.connect();
  try {
    if (!(await isEmpty(client))) throw new Error('The database is not empty. Restore into a new one.');
    const there = existsSync(objects) ? readdirSync(objects).filter((name) => name !== '.secret') : [];
    if (there.length > 0 && !there.includes(unfinished))
      throw new Error(`${objects} is not empty. Restore into a new folder.`);
    await makeJobs(connection);
    const copied = await copyObjects(join(folder, 'objects'), objects);
    try {
      await client.query('begin');
      const inside = withSavepoints(client);
      await migrateOn(inside, manifest.schema);
      // What a migration or the jobs' own schema has put in already comes from the backup.
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
  return manifest;
};
