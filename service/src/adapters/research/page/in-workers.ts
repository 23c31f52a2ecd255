import { Worker } from 'node:worker_threads';
import { unquoted, type WarnLog } from '../../../log.ts';
import type { ReadablePage } from './readable.ts';

export interface WorkersOptions {
  /** Pages that are read at the same time, at most. */
  readonly atOnce?: number;
  /** Milliseconds for one page. */
  readonly time?: number;
  readonly log?: WarnLog;
}

/** Reads the HTML of a page; undefined if that needs too much time or memory, or if `signal` is aborted. */
export type ReadHtml = (html: string, signal: AbortSignal) => Promise<ReadablePage | undefined>;

const readInWorker = (
  html: string,
  time: number,
  signal: AbortSignal,
  log: WarnLog | undefined,
): Promise<ReadablePage | undefined> =>
  new Promise((resolve) => {
    const worker = new Worker(new URL('worker.ts', import.meta.url), {
      workerData: { html },
      resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 },
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
    // Out of memory, or nested too deeply. `exit` follows.
    worker.once('error', (error) => {
      log?.warn({ cause: unquoted(error) }, 'The text of a page could not be extracted.');
      end();
    });
    worker.once('exit', () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve(best);
    });
  });

/**
 * Reads each page in a worker thread with limits for time and memory, because pages are untrusted and parsing one would
 * block the process. If extracting the article exceeds the limits, the text of the whole page is returned.
 */
export const createHtmlReader = ({ atOnce = 2, time = 5000, log }: WorkersOptions = {}): ReadHtml => {
  const waiting: (() => void)[] = [];
  let busy = 0;
  const acquire = async (): Promise<void> => {
    if (busy < atOnce) busy += 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
  };
  const release = (): void => {
    const next = waiting.shift();
    if (next) next();
    else busy -= 1;
  };
  return async (html, signal) => {
    await acquire();
    try {
      return signal.aborted ? undefined : await readInWorker(html, time, signal, log);
    } finally {
      release();
    }
  };
};
