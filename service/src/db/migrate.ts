import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { Client, type ClientConfig } from 'pg';
import * as z from 'zod';
import { hasCode } from './error-code.ts';
import { type Pgvector, preparePgvector } from './pgvector.ts';

const folder = `${import.meta.dirname}/migrations`;
const journal = 'meta/_journal.json';
/** The key of the advisory lock; nothing else in this database uses it. */
const lock = 4_207_311;
/**
 * How long to wait for it, unless the connection has a limit of its own. It is less than the time in which a platform
 * expects a new instance to be ready (the chart's startup probe: 120 s), so that the reason is reported.
 */
const patience = '100s';
const busy =
  'The schema could not be migrated, because another instance is migrating it, or because DATABASE_URL leads to a connection pooler in transaction mode, which keeps the lock of an earlier instance. Use the address of the database itself, or of a pooler in session mode.';

/** One query with three statements, so that a pooler sends all of them over the same connection. */
const takeTurn = `select set_config('lock_timeout', '${patience}', false) where current_setting('lock_timeout') = '0';
  select pg_advisory_lock(${lock}); reset lock_timeout`;

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

/**
 * Migrates the database of an open connection to the newest schema, or to the step at `until`. The connection then holds
 * the lock until it ends. Throws an error for the operator if it does not get the lock.
 */
export const migrateOn = async (client: Client, until?: number): Promise<void> => {
  await client.query('set client_min_messages to warning');
  await client.query(takeTurn).catch((error: unknown) => {
    throw hasCode(error, '55P03') ? new Error(busy, { cause: error }) : error;
  });
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
    // A pooler may keep the session and its lock. If the connection broke, the database has released the lock already.
    await client.query('select pg_advisory_unlock($1)', [lock]).catch(() => undefined);
    await client.end();
  }
};
