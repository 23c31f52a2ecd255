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
import { holding, refuseWhileHolding } from './held.ts';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * How PostgreSQL ends a transaction that others came before: a row that it points at has gone, an order that no one after
 * the other gives, two that wait for each other. Begun anew, it sees what the others did.
 */
const lostRaces: ReadonlySet<unknown> = new Set(['23503', '40001', '40P01']);
const tries = 3;
/** Milliseconds, at most, before the next try: who lost to each other should not meet again. */
const spread = 50;

const isLostRace = (error: unknown): boolean => {
  for (let at = error; at instanceof Error; at = at.cause) if ('code' in at && lostRaces.has(at.code)) return true;
  return false;
};

/** Does `work` again where others came before it, at most three times in all. It changes nothing but rows. */
const againAfterLostRace = async <T>(work: () => Promise<T>): Promise<T> => {
  for (let left = tries; ; left -= 1)
    try {
      return await work();
    } catch (error) {
      if (left === 1 || !isLostRace(error)) throw error;
      await pause(Math.random() * spread);
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
  /** For a client of its own, as LISTEN needs it. */
  readonly connection: ClientConfig;
  close(): Promise<void>;
}

interface Options {
  readonly max?: number;
  readonly onError: (error: Error) => void;
  /** Finds what asks another service, or for a second connection, inside a transaction. For tests. */
  readonly watched?: boolean;
}

/** Transactions that know of themselves, and a pool that gives no second connection inside one. */
const watch = (db: Db, pool: Pool): void => {
  const transaction = db.transaction.bind(db);
  db.transaction = (work, config) => transaction((tx) => holding(() => work(tx)), config);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the pool declares the method twice, with and without a callback
  const connect = pool.connect.bind(pool) as (...args: readonly unknown[]) => never;
  pool.connect = (...args: readonly unknown[]): never => {
    refuseWhileHolding('A second connection was asked for');
    return connect(...args);
  };
};

const drizzleConfig = { schema, casing: 'snake_case' } as const;

/**
 * Gives the connection of each transaction back whatever happens, and begins one anew that lost a race. Drizzle begins it
 * before it takes care of that: one that breaks there would be missing from the pool for good.
 */
const keepTransactionContext = (db: Db, pool: Pool): void => {
  const ofClients = new WeakMap<PoolClient, Db>();
  const dbOf = (client: PoolClient): Db => {
    const known = ofClients.get(client) ?? drizzle(client, drizzleConfig);
    ofClients.set(client, known);
    return known;
  };
  db.transaction = (work, config) =>
    againAfterLostRace(async () => {
      const client = await pool.connect();
      try {
        return await dbOf(client).transaction(work, config);
      } finally {
        client.release();
      }
    });
};

/** Opens a pool on `connection`; a connection that dies while idle is reported to `onError` and replaced by the pool. */
export const openDatabase = (connection: ClientConfig, { max = 10, onError, watched }: Options): Database => {
  const pool = new Pool({ ...connection, max });
  let closing = false;
  pool.on('error', (error) => {
    // Connections are still on their way out when the pool's end has settled.
    if (!closing) onError(error);
  });
  // One that dies while it is held fails its holder's query; without a listener it would end the process as well.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const db: Db = drizzle(pool, drizzleConfig);
  keepTransactionContext(db, pool);
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
