import { Worker } from 'node:worker_threads';
import { unquoted, type WarnLog } from '../../../log.ts';
import type { ReadablePage } from './readable.ts';

export interface WorkersOptions {
  /** Pages that are read at the same time, at most. */
  readonly atOnce?: number;
  /** Milliseconds for one page. */
  readonly time?: number;
  /** Starts the thread that reads a page. */
  readonly start?: (html: string) => Reader;
  readonly log?: WarnLog;
}

type Reader = Pick<Worker, 'on' | 'once' | 'terminate'>;

/** Milliseconds that a thread has to end. One that is stuck outside of JavaScript may take for ever. */
const ending = 2000;

const startWorker = (html: string): Worker =>
  new Worker(new URL('worker.ts', import.meta.url), {
    workerData: { html },
    resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 },
    execArgv: ['--no-warnings'],
    env: {},
  });

/** Reads the HTML of a page; undefined if that needs too much time or memory, or if `signal` is aborted. */
export type ReadHtml = (html: string, signal: AbortSignal) => Promise<ReadablePage | undefined>;

const readInWorker = (
  worker: Reader,
  time: number,
  signal: AbortSignal,
  log: WarnLog | undefined,
): Promise<ReadablePage | undefined> =>
  new Promise((resolve) => {
    let best: ReadablePage | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const finish = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve(best);
    };
    const giveUp = () => {
      log?.warn({}, 'A thread that reads a page does not end. It is left to itself.');
      finish();
    };
    const end = () => {
      clearTimeout(timer);
      timer = setTimeout(giveUp, ending);
      void worker.terminate();
    };
    timer = setTimeout(end, time);
    signal.addEventListener('abort', end, { once: true });
    worker.on('message', (page: ReadablePage) => {
      best = page;
    });
    // Out of memory, or nested too deeply. `exit` follows.
    worker.once('error', (error) => {
      log?.warn({ cause: unquoted(error) }, 'The text of a page could not be extracted.');
      end();
    });
    worker.once('exit', finish);
  });

/**
 * Reads each page in a worker thread with limits for time and memory, because pages are untrusted and parsing one would
 * block the process. If extracting the article exceeds the limits, the text of the whole page is returned.
 */
export const createHtmlReader = ({
  atOnce = 2,
  time = 5000,
  start = startWorker,
  log,
}: WorkersOptions = {}): ReadHtml => {
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
      return signal.aborted ? undefined : await readInWorker(start(html), time, signal, log);
    } finally {
      release();
    }
  };
};
