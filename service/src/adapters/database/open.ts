import { join } from 'node:path';
import type { Config } from '../../config.ts';
import { openDatabase, type Database } from '../../db/database.ts';
import { migrateDatabase } from '../../db/migrate.ts';
import { startEmbedded } from './embedded.ts';

/** Opens the database that the configuration names, else the embedded one, migrated. `close` ends what was started. */
export const openConfiguredDatabase = async (config: Config, onError: (error: Error) => void): Promise<Database> => {
  const { databaseUrl, databasePool: max, dataFolder } = config;
  const embedded = databaseUrl === undefined ? await startEmbedded(join(dataFolder, 'postgres')) : undefined;
  const connection = embedded?.connection ?? { connectionString: databaseUrl };
  try {
    await migrateDatabase(connection);
  } catch (error) {
    await embedded?.stop();
    throw error;
  }
  const database = openDatabase(connection, { max, onError });
  return {
    ...database,
    close: async () => {
      await database.close();
      await embedded?.stop();
    },
  };
};
