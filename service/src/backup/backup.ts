import { createWriteStream, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { copyFile, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { Client, type ClientConfig } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { hasCode } from '../db/error-code.ts';
import {
  hashOf,
  type Manifest,
  manifestFile,
  type ObjectFile,
  objectFiles,
  objectListFile,
  objectsFolder,
} from './manifest.ts';
import { listTables, schemaOf, type Table } from './tables.ts';

interface Source {
  readonly connection: ClientConfig;
  /** Folder of the stored objects. It does not exist before the first upload. */
  readonly objects: string;
}

const writeTable = async (client: Client, { name, columns }: Table, folder: string) => {
  const file = `tables/${name.replaceAll('"', '')}.copy.gz`;
  const rows = client.query(copyTo(`copy ${name} (${columns.join(', ')}) to stdout`));
  await pipeline(rows, createGzip(), createWriteStream(join(folder, file)));
  return { name, columns: [...columns], rows: rows.rowCount, file, sha256: await hashOf(join(folder, file)) };
};

const sequencesOf = async (client: Client): Promise<Manifest['sequences']> => {
  const { rows } = await client.query<{ name: string; value: string }>(
    `select format('%I.%I', schemaname, sequencename) as name, last_value::text as value from pg_sequences
     where schemaname in ('public', 'graphile_worker') and last_value is not null`,
  );
  return rows;
};

/** Undefined if `path` was removed before it was read. */
const unlessRemoved = <T>(path: string, reading: Promise<T>): Promise<T | undefined> =>
  reading.catch((error: unknown) => {
    if (hasCode(error, 'ENOENT') && !existsSync(path)) return undefined;
    throw error;
  });

/** Copies a folder, one file at a time: the product may remove any of them meanwhile. */
const copyFolder = async (from: string, to: string): Promise<void> => {
  await mkdir(to, { recursive: true, mode: 0o700 });
  for (const entry of (await unlessRemoved(from, readdir(from, { withFileTypes: true }))) ?? []) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.name === '.secret' || entry.name.endsWith('.part')) continue;
    if (entry.isDirectory()) await copyFolder(source, target);
    else if (entry.isFile()) await unlessRemoved(source, copyFile(source, target));
  }
};

/**
 * Copies the objects, and lists the copies with their hashes. Each is written once, under a name of its own; unfinished
 * ones end in `.part` and are left out.
 */
const copyObjects = async (
  from: string,
  folder: string,
): Promise<Pick<Manifest, 'objects'> & { objectList: ObjectFile }> => {
  const to = join(folder, objectsFolder);
  if (existsSync(from)) await copyFolder(from, to);
  const list = join(folder, objectListFile);
  const lines: string[] = [];
  for (const file of objectFiles(to))
    lines.push(`${JSON.stringify({ file, sha256: await hashOf(join(to, file)) } satisfies ObjectFile)}\n`);
  writeFileSync(list, lines.join(''));
  return { objects: lines.length, objectList: { file: objectListFile, sha256: await hashOf(list) } };
};

/**
 * Writes the state at one instant to `folder`, which must not exist yet: the rows of every table, waiting jobs, and
 * objects. The product may keep running meanwhile. Encryption keys are left out. Throws an error whose message is for
 * the operator, and then leaves nothing behind.
 */
export const backUp = async ({ connection, objects }: Source, folder: string): Promise<Manifest> => {
  if (existsSync(folder)) throw new Error(`${folder} exists. Choose a new folder.`);
  const part = `${folder}.part`;
  rmSync(part, { recursive: true, force: true });
  mkdirSync(join(part, 'tables'), { recursive: true, mode: 0o700 });
  const client = new Client(connection);
  try {
    await client.connect();
    await client.query('begin isolation level repeatable read read only');
    const { rows } = await client.query<{ at: Date }>('select now() as at');
    const tables: Manifest['tables'] = [];
    for (const table of await listTables(client)) tables.push(await writeTable(client, table, part));
    const manifest: Manifest = {
      format: 2,
      at: (rows[0]?.at ?? new Date()).toISOString(),
      schema: await schemaOf(client),
      tables,
      sequences: await sequencesOf(client),
      ...(await copyObjects(objects, part)),
    };
    await client.query('commit');
    writeFileSync(join(part, manifestFile), `${JSON.stringify(manifest, undefined, 2)}\n`);
    renameSync(part, folder);
    return manifest;
  } catch (error) {
    rmSync(part, { recursive: true, force: true });
    throw error;
  } finally {
    await client.end();
  }
};
