import { totalmem } from 'node:os';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { openDatabase, type Database } from '../db/database.ts';
import { migrateDatabase } from '../db/migrate.ts';
import type { Pgvector } from '../db/pgvector.ts';
import { startEmbedded } from '../adapters/database/embedded.ts';

const megabyte = 1024 * 1024;
/**
 * Megabytes of pages that the embedded database caches. A search over a million messages reads some 100 MB of pages.
 */
const buffers = { least: 128, most: 512, part: 1 / 16 } as const;

/** PostgreSQL's setting for a machine, or a container, with `memory` bytes. */
export const buffersFor = (memory: number): string => {
  const share = Math.floor((memory * buffers.part) / megabyte);
  return `shared_buffers=${Math.min(buffers.most, Math.max(buffers.least, share))}MB`;
};

/** Bytes of memory of this machine or container. `constrainedMemory` is 0, or more than there is, without a limit. */
const memoryOfMachine = (): number => Math.min(totalmem(), process.constrainedMemory() || Infinity);

/** Opens and migrates the configured database, else the embedded one. `close` also stops the embedded one. */
export const openConfiguredDatabase = async (
  config: Config,
  onError: (error: Error) => void,
): Promise<Database & { readonly pgvector: Pgvector }> => {
  const { databaseUrl, databasePool: max, dataFolder } = config;
  const embedded =
    databaseUrl === undefined
      ? await startEmbedded(join(dataFolder, 'postgres'), [buffersFor(memoryOfMachine())])
      : undefined;
  const connection = embedded?.connection ?? { connectionString: databaseUrl };
  const pgvector = await migrateDatabase(connection).catch(async (error: unknown) => {
    await embedded?.stop();
    throw error;
  });
  const database = openDatabase(connection, { max, onError });
  return {
    ...database,
    pgvector,
    close: async () => {
      await database.close();
      await embedded?.stop();
    },
  };
};
