import { Worker } from 'node:worker_threads';
import { readFile } from './read/read-file.ts';

/**
 * The process that reads files. It may not write files, start processes or see the environment. A worker thread kills
 * it at `memory` bytes, even while a parser blocks the main thread.
 */
const memory = Number(process.argv[2]);
const watch = `
  const { workerData } = require('node:worker_threads');
  setInterval(() => { if (process.memoryUsage.rss() > workerData) process.kill(process.pid, 'SIGKILL'); }, 25);`;
new Worker(watch, { eval: true, workerData: memory }).unref();

process.on('disconnect', () => process.exit(0));
process.on('message', (path: string) => {
  const answer = (message: unknown) => process.send?.(message);
  readFile(path).then(
    (reading) => answer({ reading }),
    // Any other error of a parser means that the file is broken.
    (error: unknown) => answer({ reading: { kind: 'unreadable', reason: 'broken' }, error: String(error) }),
  );
});
