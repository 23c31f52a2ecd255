import { startEmbedded } from '../adapters/database/embedded.ts';

/**
 * `node embedded-server.ts <folder> <setting> …`: runs the PostgreSQL of the packages as a server for other processes.
 * It prints its `DATABASE_URL` and ends when its standard input closes.
 */
const [folder = '', ...settings] = process.argv.slice(2);
const server = await startEmbedded(folder, ['max_connections=200', ...settings]);
const { connection } = server;
process.stdout.write(
  `Listening: postgres://${connection.user}@localhost/${connection.database}?host=${encodeURIComponent(String(connection.host))}\n`,
);
process.stdin.resume().once('end', () => void server.stop());
