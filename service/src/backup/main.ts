import { join, resolve } from 'node:path';
import { runningEmbedded, startEmbedded } from '../adapters/database/embedded.ts';
import { readConfig } from '../config.ts';
import { backUp } from './backup.ts';
import { restore } from './restore.ts';

/** `node main.ts backup|restore <folder>`: saves or restores the database and objects that the environment names. */
const [command, name = ''] = process.argv.slice(2).filter((one) => one !== '--');
const usage = 'Usage: pnpm backup <new folder>, or pnpm restore <folder of a backup>';

const run = async (): Promise<string> => {
  if ((command !== 'backup' && command !== 'restore') || name === '') throw new Error(usage);
  const folder = resolve(name);
  const { databaseUrl, dataFolder, objects: s3 } = readConfig(process.env);
  const objects = join(dataFolder, 'objects');
  const postgres = join(dataFolder, 'postgres');
  const running = databaseUrl === undefined && command === 'backup' ? await runningEmbedded(postgres) : undefined;
  const embedded = databaseUrl === undefined && running === undefined ? await startEmbedded(postgres) : undefined;
  const connection = running ?? embedded?.connection ?? { connectionString: databaseUrl };
  try {
    const {
      tables,
      objects: files,
      at,
    } = await (command === 'backup'
      ? backUp({ connection, objects }, folder)
      : restore(folder, { connection, objects }));
    const rows = tables.reduce((sum, one) => sum + one.rows, 0);
    const objectFacts = s3
      ? `no files: they are stored at s3://${s3.bucket}/${s3.prefix}, back them up there`
      : `${files} files of objects`;
    const facts = `${rows} rows of ${tables.length} tables and ${objectFacts}, as of ${at}`;
    return command === 'backup'
      ? `${folder} contains ${facts}.\nKeys are not included: store ${join(dataFolder, 'secret.key')} or ATRIUM_SECRET_KEY separately, because secure chats cannot be read without it.`
      : `Restored ${facts}.`;
  } finally {
    await embedded?.stop();
  }
};

run().then(
  (message) => console.log(message),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  },
);
