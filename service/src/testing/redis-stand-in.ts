import { startRespServer } from './resp-server.ts';

/** A stand-in for Redis as a separate process. It prints `Listening: <url>` and ends when its standard input closes. */
const { url } = await startRespServer();
process.stdout.write(`Listening: ${url}\n`);
process.stdin.resume();
process.stdin.once('end', () => process.exit());
