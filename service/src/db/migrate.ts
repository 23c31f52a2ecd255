import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { Client, type ClientConfig } from 'pg';
import * as z from 'zod';
import { type Pgvector, preparePgvector } from './pgvector.ts';

const folder = `${import.meta.dirname}/migrations`;
const journal = 'meta/_journal.json';
/** The key of the advisory lock; nothing else in this database uses it. */
const lock = 4_207_311;

/** `when` identifies the step in a database, in milliseconds since 1970. */
const journalFile = z.looseObject({ entries: z.array(z.looseObject({ tag: z.string(), when: z.number() })) });
type Journal = z.infer<typeof journalFile>;

const readJournal = (): Journal => journalFile.parse(JSON.parse(readFileSync(join(folder, journal), 'utf8')));

/** The schema migrations, oldest first. */
export const schemaSteps = (): Journal['entries'] => readJournal().entries;

/** Calls `run` with a folder that contains only the steps up to `until`. */
const withSteps = async (until: number, run: (steps: string) => Promise<void>): Promise<void> => {
  const steps = mkdtempSync(join(tmpdir(), 'atrium-steps-'));
  try {
    cpSync(folder, steps, { recursive: true });
    const all = readJournal();
    const entries = all.entries.filter(({ when }) => when <= until);
    writeFileSync(join(steps, journal), JSON.stringify({ ...all, entries }));
    await run(steps);
  } finally {
    rmSync(steps, { recursive: true, force: true });
  }
};

/** Migrates the database of an open connection to the newest schema, or to the step at `until`. */
export const migrateOn = async (client: Client, until?: number): Promise<void> => {
  await client.query('set client_min_messages to warning');
  await client.query('select pg_advisory_lock($1)', [lock]);
  const run = (migrationsFolder: string) => migrate(drizzle(client), { migrationsFolder });
  await (until === undefined ? run(folder) : withSteps(until, run));
};

/**
 * Migrates the database to the newest schema, or to the step at `until`; instances that start at the same time take
 * turns. Returns whether the database compares vectors itself.
 */
export const migrateDatabase = async (connection: ClientConfig, until?: number): Promise<Pgvector> => {
  const client = new Client(connection);
  await client.connect();
  try {
    await migrateOn(client, until);
    return until === undefined ? await preparePgvector(client) : { used: false, why: 'its schema is outdated' };
  } finally {
    await client.end();
  }
};
