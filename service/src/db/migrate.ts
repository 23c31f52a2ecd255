import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { Client, type ClientConfig } from 'pg';

const folder = `${import.meta.dirname}/migrations`;
/** Any number that nothing else in this database locks. */
const lock = 4_207_311;

/** Brings the database to the newest schema; instances that start together take turns. */
export const migrateDatabase = async (connection: ClientConfig): Promise<void> => {
  const client = new Client(connection);
  await client.connect();
  try {
    await client.query('set client_min_messages to warning');
    await client.query('select pg_advisory_lock($1)', [lock]);
    await migrate(drizzle(client), { migrationsFolder: folder });
  } finally {
    await client.end();
  }
};
