import { createReadStream, existsSync, readdirSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { runMigrations } from 'graphile-worker';
import { Client, type ClientConfig, Pool } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { migrateDatabase, schemaSteps } from '../db/migrate.ts';
import { type Manifest, readBackup } from './manifest.ts';
import { listTables } from './tables.ts';

interface Target {
  readonly connection: ClientConfig;
  readonly objects: string;
}

const makeSchema = async (connection: ClientConfig, step: number): Promise<void> => {
  await migrateDatabase(connection, step);
  const pool = new Pool(connection);
  // A connection that is lost while idle fails the next statement, which says so.
  pool.on('error', () => undefined).on('connect', (client) => client.on('error', () => undefined));
  try {
    await runMigrations({ pgPool: pool });
  } finally {
    await pool.end();
  }
};

const isEmpty = async (connection: ClientConfig): Promise<boolean> => {
  const client = new Client(connection);
  await client.connect();
  try {
    const { rows } = await client.query<{ empty: boolean }>(
      "select not exists (select from pg_tables where schemaname = 'public') as empty",
    );
    return rows[0]?.empty === true;
  } finally {
    await client.end();
  }
};

const fill = async (client: Client, manifest: Manifest, folder: string): Promise<void> => {
  for (const { name } of await listTables(client)) {
    const kept = manifest.tables.find((one) => one.name === name);
    if (!kept) continue;
    const rows = client.query(copyFrom(`copy ${name} (${kept.columns.join(', ')}) from stdin`));
    await pipeline(createReadStream(join(folder, kept.file)), createGunzip(), rows);
    if (rows.rowCount !== kept.rows) throw new Error(`${name} has ${rows.rowCount} rows instead of ${kept.rows}.`);
  }
  for (const { name, value } of manifest.sequences) await client.query('select setval($1, $2::bigint)', [name, value]);
  // To fill the tables is no change that anybody is to be told.
  await client.query(`do $$ begin if to_regclass('changes') is not null then truncate changes; end if; end $$`);
  // Who held a job is gone.
  await client.query('update graphile_worker._private_jobs set locked_at = null, locked_by = null');
  await client.query('update graphile_worker._private_job_queues set locked_at = null, locked_by = null');
};

/**
 * Restores a backup into an empty database and an empty folder of objects, in the schema that it was made with, and then
 * brings that to the newest. Every file is proved before anything is written; rows are in all or not at all. Throws a
 * sentence.
 */
export const restore = async (folder: string, { connection, objects }: Target): Promise<Manifest> => {
  const manifest = await readBackup(folder);
  if (!schemaSteps().some(({ when }) => when === manifest.schema))
    throw new Error('The backup is of a later Atrium than this one. Restore it with that version.');
  if (!(await isEmpty(connection))) throw new Error('The database is not empty. Restore into a new one.');
  if (existsSync(objects) && readdirSync(objects).some((name) => name !== '.secret'))
    throw new Error(`${objects} is not empty. Restore into a new folder.`);
  await makeSchema(connection, manifest.schema);
  const client = new Client(connection);
  await client.connect();
  try {
    await client.query('begin');
    // What a migration or the jobs' own schema has put in already comes from the backup.
    const tables = await listTables(client);
    await client.query(`truncate ${tables.map(({ name }) => name).join(', ')}`);
    await fill(client, manifest, folder);
    await client.query('commit');
  } finally {
    await client.end();
  }
  if (existsSync(join(folder, 'objects'))) await cp(join(folder, 'objects'), objects, { recursive: true });
  await migrateDatabase(connection);
  return manifest;
};
