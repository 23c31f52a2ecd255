import { Client } from 'pg';
import { startEmbedded } from '../adapters/database/embedded.ts';

/** A process that starts the database in the given folder, writes a row, reports it, and runs until it is killed. */
const [folder = '', row = ''] = process.argv.slice(2);
const { connection, pid } = await startEmbedded(folder);
const client = new Client(connection);
client.on('error', () => process.exit(1));
await client.connect();
await client.query('create table if not exists saved (row text primary key)');
await client.query('insert into saved values ($1)', [row]);
process.stdout.write(`${JSON.stringify({ written: row, pid })}\n`);
setInterval(() => undefined, 60_000);
