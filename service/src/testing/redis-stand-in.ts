import { startRespServer } from './resp-server.ts';

/** What the service uses of a Redis, as a process of its own: it says `Listening: <url>` and ends with its input. */
const { url } = await startRespServer();
process.stdout.write(`Listening: ${url}\n`);
process.stdin.resume();
process.stdin.once('end', () => process.exit());
