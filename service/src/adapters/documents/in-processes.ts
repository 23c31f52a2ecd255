import { fork } from 'node:child_process';
import { join } from 'node:path';
import type { DocumentMade, DocumentOrder, DocumentsPort } from './port.ts';

const megabyte = 1024 * 1024;

export interface ProcessesOptions {
  /** Documents made at the same time, at most. */
  readonly atOnce?: number;
  /** Milliseconds for one document. */
  readonly time?: number;
  /** Bytes of one process in all. */
  readonly memory?: number;
  readonly log?: { warn(details: object, message: string): void };
}

type Answer = { readonly bytes: Uint8Array } | { readonly error: string };

/** Makes each document in a process of its own, which ends with it: whatever it takes, nothing of it stays. */
export const createDocuments = (options: ProcessesOptions = {}): DocumentsPort => {
  const { atOnce = 2, time = 60_000, memory = 1200 * megabyte, log } = options;
  const waiting: (() => void)[] = [];
  let busy = 0;

  const place = async (): Promise<void> => {
    if (busy < atOnce) busy += 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
  };
  const leave = (): void => {
    const next = waiting.shift();
    if (next) next();
    else busy -= 1;
  };

  const run = (order: DocumentOrder): Promise<DocumentMade> =>
    new Promise((resolve) => {
      const child = fork(join(import.meta.dirname, 'child.ts'), [String(memory)], {
        execArgv: ['--max-old-space-size=512', '--no-warnings'],
        env: {},
        serialization: 'advanced',
        stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      });
      const timer = setTimeout(() => child.kill('SIGKILL'), time);
      child.once('message', (answer: Answer) => {
        if ('error' in answer) log?.warn({ error: answer.error }, 'A document could not be made.');
        resolve('bytes' in answer ? { kind: 'made', bytes: answer.bytes } : { kind: 'failed', reason: 'broken' });
        child.kill('SIGKILL');
      });
      child.once('exit', () => {
        clearTimeout(timer);
        resolve({ kind: 'failed', reason: 'tooLarge' });
      });
      child.once('error', (error) => log?.warn({ err: error }, 'A process that makes documents could not begin.'));
      child.send(order, () => undefined);
    });

  return {
    async make(order) {
      await place();
      try {
        return await run(order);
      } finally {
        leave();
      }
    },
  };
};
