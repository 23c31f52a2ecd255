import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { compileCache } from '../compile-cache.ts';
import { createTurns } from '../turns.ts';
import type { DocumentMade, DocumentOrder, DocumentsPort } from '../../ports/documents.ts';

const megabyte = 1024 * 1024;

export interface ProcessesOptions {
  /** Documents made at the same time, at most. */
  readonly atOnce?: number;
  /** Milliseconds for one document. */
  readonly time?: number;
  /** Bytes of memory for one process. */
  readonly memory?: number;
  /** Documents of one owner made at the same time, at most. */
  readonly each?: number;
  /** The script that a process runs. */
  readonly program?: string;
  readonly log?: { warn(details: object, message: string): void };
}

export type Answer = { readonly bytes: Uint8Array } | { readonly error: string };

/** A process that answers each order that it is sent. */
export const startProcess = ({
  memory = 1200 * megabyte,
  program = join(import.meta.dirname, 'child.ts'),
}: Pick<ProcessesOptions, 'memory' | 'program'> = {}): ChildProcess =>
  fork(program, [String(memory)], {
    execArgv: ['--max-old-space-size=512', '--no-warnings'],
    env: compileCache(),
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });

/** Makes each document in a process of its own that ends with it, so that no memory stays in use. */
export const createDocuments = (options: ProcessesOptions = {}): DocumentsPort => {
  const { atOnce = 2, each = Math.max(1, atOnce - 1), time = 60_000, log } = options;
  const turns = createTurns(atOnce, { each, waiting: { each: 5, all: 100 } });

  const run = (order: DocumentOrder): Promise<DocumentMade> =>
    new Promise((resolve) => {
      const child = startProcess(options);
      const end = (made: DocumentMade) => {
        clearTimeout(timer);
        child.kill('SIGKILL');
        resolve(made);
      };
      const timer = setTimeout(() => end({ kind: 'failed', reason: 'tooLarge' }), time);
      child.once('message', (answer: Answer) => {
        if ('error' in answer) log?.warn({ error: answer.error }, 'A document could not be created.');
        end('bytes' in answer ? { kind: 'made', bytes: answer.bytes } : { kind: 'failed', reason: 'broken' });
      });
      child.once('exit', () => end({ kind: 'failed', reason: 'tooLarge' }));
      // A process that could not start emits no `exit`.
      child.once('error', (error) => {
        log?.warn({ err: error }, 'A process that creates documents could not start.');
        end({ kind: 'failed', reason: 'broken' });
      });
      child.send(order, () => undefined);
    });

  return {
    async make(order, owner) {
      if (turns.isFull(owner)) return { kind: 'failed', reason: 'busy' };
      return turns.run(owner, () => run(order));
    },
  };
};
