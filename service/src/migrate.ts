import { migrateDatabase } from './db/migrate.ts';

/**
 * `node migrate.ts`: migrates the database that DATABASE_URL names to the newest schema. Run it before a rolling
 * update.
 */
const run = async (): Promise<string> => {
  const connectionString = process.env['DATABASE_URL'];
  if (!connectionString) throw new Error('DATABASE_URL is missing: the embedded database migrates itself.');
  await migrateDatabase({ connectionString });
  return 'The database has the newest schema.';
};

run().then(
  (message) => console.log(message),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  },
);
