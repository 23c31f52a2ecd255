import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { unquoted, type WarnLog } from '../../../log.ts';
import { compileCache } from '../../compile-cache.ts';
import { createTurns } from '../../turns.ts';
import type { ReadablePage } from './readable.ts';

export interface HtmlReaderOptions {
  /** Pages that are read at the same time, at most. */
  readonly atOnce?: number;
  /** Milliseconds for one page, with the start of its process. */
  readonly time?: number;
  /** The script that a process runs. */
  readonly program?: string;
  readonly log?: WarnLog;
}

/** What a process sends: each reading of its page, the best one last, or why there is none. */
export type Answer = { readonly page: ReadablePage } | { readonly error: unknown };

/** Reads the HTML of a page; undefined if that needs too much time or memory, or if `signal` is aborted. */
export type ReadHtml = (html: string, signal: AbortSignal, owner?: string) => Promise<ReadablePage | undefined>;

/** Starts a process that may only read files, and uses 256 MB at most. */
const startProcess = (program: string): ChildProcess =>
  fork(program, {
    execArgv: ['--permission', '--allow-fs-read=*', '--max-old-space-size=256', '--no-warnings'],
    env: compileCache(),
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });

const notExtracted = 'The text of a page could not be extracted.';

/**
 * Reads each page in a process of its own with limits for time and memory, because pages are untrusted: parsing one would
 * block this process, and a thread that is stuck in native code cannot be ended. If extracting the article exceeds the
 * limits, the text of the whole page is returned. Pages of one owner do not delay those of others.
 */
export const createHtmlReader = ({
  atOnce = 2,
  time = 10_000,
  program = join(import.meta.dirname, 'child.ts'),
  log,
}: HtmlReaderOptions = {}): ReadHtml => {
  const turns = createTurns(atOnce);

  const read = (html: string, signal: AbortSignal): Promise<ReadablePage | undefined> =>
    new Promise((resolve) => {
      const child = startProcess(program);
      let best: ReadablePage | undefined;
      let ended = false;
      const end = () => {
        ended = true;
        clearTimeout(timer);
        signal.removeEventListener('abort', end);
        child.kill('SIGKILL');
        resolve(best);
      };
      const timer = setTimeout(end, time);
      signal.addEventListener('abort', end, { once: true });
      child.on('message', (answer: Answer) => {
        if ('page' in answer) best = answer.page;
        else log?.warn({ cause: unquoted(answer.error) }, notExtracted);
      });
      child.once('exit', (code, by) => {
        if (!ended && code !== 0) log?.warn({ code, signal: by }, notExtracted);
        end();
      });
      // A process that could not start emits no `exit`.
      child.once('error', (error) => {
        log?.warn({ err: error }, 'A process that reads pages could not start.');
        end();
      });
      child.send(html, () => undefined);
    });

  return (html, signal, owner = '') => turns.run(owner, async () => (signal.aborted ? undefined : read(html, signal)));
};
