import { migrateDatabase } from './db/migrate.ts';

/** `node migrate.ts`: brings the database that DATABASE_URL names to the newest schema, and ends; before a rolling update. */
const run = async (): Promise<string> => {
  const connectionString = process.env['DATABASE_URL'];
  if (!connectionString) throw new Error('DATABASE_URL is missing: the embedded database migrates itself.');
  await migrateDatabase({ connectionString });
  return 'The database has the newest schema.';
};

run().then(
  (said) => console.log(said),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  },
);
