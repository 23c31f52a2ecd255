import { Worker } from 'node:worker_threads';
import type { ReadablePage } from './readable.ts';

const megabytes = 256;

/**
 * Reads a page in a thread of its own, whose time and memory are capped: a stranger made the page, and a parser holds up
 * all requests of a process. Where its article takes too much it is the whole page, and nothing where that does too.
 */
export const readInWorker = (html: string, time: number, signal: AbortSignal): Promise<ReadablePage | undefined> =>
  new Promise((resolve) => {
    const worker = new Worker(new URL('worker.ts', import.meta.url), {
      workerData: { html },
      resourceLimits: { maxOldGenerationSizeMb: megabytes, maxYoungGenerationSizeMb: 32 },
      execArgv: ['--no-warnings'],
      env: {},
    });
    const end = () => void worker.terminate();
    const timer = setTimeout(end, time);
    signal.addEventListener('abort', end, { once: true });
    let best: ReadablePage | undefined;
    worker.on('message', (page: ReadablePage) => {
      best = page;
    });
    // Out of memory, or too deep: its exit follows.
    worker.once('error', end);
    worker.once('exit', () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve(best);
    });
    if (signal.aborted) end();
  });
