import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { Pool, type ClientConfig, type PoolClient } from 'pg';
import * as accounts from './schema/accounts.ts';
import * as billing from './schema/billing.ts';
import * as changes from './schema/changes.ts';
import * as chats from './schema/chats.ts';
import * as context from './schema/context.ts';
import * as data from './schema/data.ts';
import * as files from './schema/files.ts';
import * as health from './schema/health.ts';
import * as mail from './schema/mail.ts';
import * as settings from './schema/settings.ts';
import * as teams from './schema/teams.ts';
import * as usage from './schema/usage.ts';
import { insideTransaction, refuseInTransaction } from './transaction-guard.ts';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * The errors of a transaction that lost a race against another one: a referenced row is gone, the transactions cannot
 * be serialized, or they deadlocked. Started again, it sees what the others did.
 */
const lostRaces: ReadonlySet<unknown> = new Set(['23503', '40001', '40P01']);
const maxAttempts = 3;
/**
 * The longest delay before the next attempt, in milliseconds. It is random, so that the same transactions do not
 * collide again.
 */
const maxJitter = 50;

const isLostRace = (error: unknown): boolean => {
  for (let at = error; at instanceof Error; at = at.cause) if ('code' in at && lostRaces.has(at.code)) return true;
  return false;
};

/** Repeats `work` if it lost a race, up to three attempts in total. It must have no effects other than on rows. */
const retryLostRace = async <T>(work: () => Promise<T>): Promise<T> => {
  for (let left = maxAttempts; ; left -= 1)
    try {
      return await work();
    } catch (error) {
      if (left === 1 || !isLostRace(error)) throw error;
      await pause(Math.random() * maxJitter);
    }
};

export const schema = {
  ...accounts,
  ...billing,
  ...changes,
  ...chats,
  ...context,
  ...data,
  ...files,
  ...health,
  ...mail,
  ...settings,
  ...teams,
  ...usage,
};
export type Db = NodePgDatabase<typeof schema>;
/** A transaction, or the database itself. */
export type Tx = Pick<Db, 'select' | 'selectDistinctOn' | 'insert' | 'update' | 'delete' | 'execute' | 'query'>;

export interface Database {
  readonly db: Db;
  readonly pool: Pool;
  /** For a dedicated client, which LISTEN needs. */
  readonly connection: ClientConfig;
  close(): Promise<void>;
}

interface Options {
  readonly max?: number;
  readonly onError: (error: Error) => void;
  /** Detects calls to other services and requests for a second connection within a transaction. For tests. */
  readonly watched?: boolean;
}

/** Marks the code inside transactions, and makes the pool refuse a second connection there. */
const watch = (db: Db, pool: Pool): void => {
  const transaction = db.transaction.bind(db);
  db.transaction = (work, config) => transaction((tx) => insideTransaction(() => work(tx)), config);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the pool declares the method twice, with and without a callback
  const connect = pool.connect.bind(pool) as (...args: readonly unknown[]) => never;
  pool.connect = (...args: readonly unknown[]): never => {
    refuseInTransaction('A second connection was requested');
    return connect(...args);
  };
};

const drizzleConfig = { schema, casing: 'snake_case' } as const;

/**
 * Always releases the connection of a transaction, and repeats a transaction that lost a race. Drizzle starts a
 * transaction before it handles errors: a connection that breaks at that moment would be missing from the pool forever.
 */
const replaceTransaction = (db: Db, pool: Pool): void => {
  const ofClients = new WeakMap<PoolClient, Db>();
  const dbOf = (client: PoolClient): Db => {
    const known = ofClients.get(client) ?? drizzle(client, drizzleConfig);
    ofClients.set(client, known);
    return known;
  };
  db.transaction = (work, config) =>
    retryLostRace(async () => {
      const client = await pool.connect();
      try {
        return await dbOf(client).transaction(work, config);
      } finally {
        client.release();
      }
    });
};

/** Opens a connection pool. A connection that dies while idle is reported to `onError` and replaced by the pool. */
export const openDatabase = (connection: ClientConfig, { max = 10, onError, watched }: Options): Database => {
  const pool = new Pool({ ...connection, max });
  let closing = false;
  pool.on('error', (error) => {
    // Connections may still be closing when the pool's end has settled.
    if (!closing) onError(error);
  });
  // A connection that dies while in use fails the current query; without a listener it would also end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const db: Db = drizzle(pool, drizzleConfig);
  replaceTransaction(db, pool);
  if (watched) watch(db, pool);
  return {
    pool,
    connection,
    db,
    close: () => {
      closing = true;
      return pool.end();
    },
  };
};
