import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { Pool, type ClientConfig } from 'pg';
import * as accounts from './schema/accounts.ts';
import * as billing from './schema/billing.ts';
import * as chats from './schema/chats.ts';
import * as data from './schema/data.ts';
import * as health from './schema/health.ts';
import * as mail from './schema/mail.ts';
import * as settings from './schema/settings.ts';
import * as teams from './schema/teams.ts';

export const schema = { ...accounts, ...billing, ...chats, ...data, ...health, ...mail, ...settings, ...teams };
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

/** Opens a pool on `connection`; a connection that dies while idle is reported to `onError` and replaced by the pool. */
export const openDatabase = (
  connection: ClientConfig,
  { max = 10, onError }: { max?: number; onError: (error: Error) => void },
): Database => {
  const pool = new Pool({ ...connection, max });
  let closing = false;
  pool.on('error', (error) => {
    // Connections are still on their way out when the pool's end has settled.
    if (!closing) onError(error);
  });
  // One that dies while it is held fails its holder's query; without a listener it would end the process as well.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return {
    pool,
    connection,
    db: drizzle(pool, { schema, casing: 'snake_case' }),
    close: () => {
      closing = true;
      return pool.end();
    },
  };
};
