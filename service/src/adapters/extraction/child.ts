import { Worker } from 'node:worker_threads';
import { readFile } from './read/read-file.ts';

/**
 * A process that reads files and nothing else. It may not write, start processes or see the environment; a thread of its
 * own ends it at `memory` bytes, also while a parser has the main thread.
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
    // A parser that fails in a way of its own has met a broken file.
    (error: unknown) => answer({ reading: { kind: 'unreadable', reason: 'broken' }, error: String(error) }),
  );
});
