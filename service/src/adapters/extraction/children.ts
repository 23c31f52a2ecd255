import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { createWriteStream, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { WarnLog } from '../../log.ts';
import type { ExtractionPort, Reading } from '../../ports/extraction.ts';
import { createTurns } from '../turns.ts';

const couldNotRun = 'A process that reads files could not run.';

const megabyte = 1024 * 1024;

export interface ChildrenOptions {
  /** Holds files while they are read. */
  readonly folder: string;
  /** The script that a process runs. */
  readonly program?: string;
  /** Processes at most. */
  readonly atOnce?: number;
  /** Milliseconds for one file. */
  readonly time?: number;
  /** Bytes of memory for one process. */
  readonly memory?: number;
  /** Files after which a process is replaced. */
  readonly recycleAfter?: number;
  /** Milliseconds after which an idle process ends. */
  readonly idle?: number;
  readonly log?: WarnLog;
}

interface Child {
  readonly process: ChildProcess;
  /** Resolves when the process has ended: true if it was killed or ran out of memory, false if it failed or exited. */
  readonly ended: Promise<boolean>;
  files: number;
  idle?: NodeJS.Timeout;
}

/** The exit code of a process that ran out of memory, on platforms that report no signal. */
const abortCode = 134;
const hour = 60 * 60 * 1000;

/** Creates the folder, and removes files that a killed service left there. */
const makeFolder = (folder: string): void => {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    const found = statSync(path, { throwIfNoEntry: false });
    if (found && found.mtimeMs < Date.now() - hour) rmSync(path, { force: true });
  }
};

const unreadable = (reason: 'tooMuch' | 'tooLong'): Reading => ({ kind: 'unreadable', reason });

/** Starts a process that may only read files. It does not keep this process alive. */
const startChild = (program: string, memory: number, log: WarnLog | undefined): Child => {
  const made = fork(program, [String(memory)], {
    execArgv: ['--permission', '--allow-fs-read=*', '--allow-worker', '--max-old-space-size=320', '--no-warnings'],
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const ended = new Promise<boolean>((resolve) => {
    made.once('exit', (code, signal) => resolve(signal !== null || code === abortCode));
    made.once('error', (error) => {
      log?.warn({ err: error }, couldNotRun);
      resolve(false);
    });
  });
  made.unref();
  made.channel?.unref();
  return { process: made, ended, files: 0 };
};

/** What the child answers about a file within `time` milliseconds and before `signal` is aborted, or why it does not. */
const readingBy = async (child: Child, path: string, time: number, signal?: AbortSignal): Promise<Reading> => {
  const timedOut = Promise.withResolvers<Reading>();
  const giveUp = () => timedOut.resolve(unreadable('tooLong'));
  const timer = setTimeout(giveUp, time);
  signal?.addEventListener('abort', giveUp, { once: true });
  const answered = new Promise<Reading>((resolve) => {
    child.process.once('message', (message: { reading: Reading }) => resolve(message.reading));
  });
  const died = child.ended.then((killed) => {
    if (killed) return unreadable('tooMuch');
    // The file is not to blame, so this must not be stored as its reading.
    throw new Error(couldNotRun);
  });
  child.files += 1;
  child.process.send(path, () => undefined);
  return Promise.race([answered, died, timedOut.promise]).finally(() => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', giveUp);
  });
};

/** Reads files in recycled child processes, so that a hostile file can harm nothing but its reader. */
export const createExtraction = (options: ChildrenOptions): ExtractionPort => {
  const { folder, atOnce = 2, time = 60_000, memory = 900 * megabyte, recycleAfter = 25, idle = 30_000 } = options;
  const { program = join(import.meta.dirname, 'child.ts'), log } = options;
  const free = new Set<Child>();
  const living = new Set<Child>();
  /** One owner never occupies all processes, so that slow files do not block other users. */
  const turns = createTurns(atOnce, { each: Math.max(1, atOnce - 1) });

  /** From now on the child is not idle. */
  const take = (child: Child): void => {
    free.delete(child);
    clearTimeout(child.idle);
  };

  const start = (): Child => {
    const child = startChild(program, memory, log);
    living.add(child);
    void child.ended.finally(() => {
      living.delete(child);
      take(child);
    });
    return child;
  };

  const end = (child: Child): void => {
    clearTimeout(child.idle);
    child.process.kill('SIGKILL');
  };

  const release = (child: Child): void => {
    if (!living.has(child) || child.files >= recycleAfter) return end(child);
    free.add(child);
    child.idle = setTimeout(() => {
      free.delete(child);
      end(child);
    }, idle).unref();
  };

  const readWith = async (child: Child, path: string, signal?: AbortSignal): Promise<Reading> => {
    const reading = await readingBy(child, path, time, signal);
    if (reading.kind === 'unreadable') end(child);
    else release(child);
    // A process may have been killed for what files before this one took.
    const judged = reading.kind !== 'unreadable' || reading.reason !== 'tooMuch' || child.files === 1;
    return judged || signal?.aborted ? reading : readWith(start(), path, signal);
  };

  makeFolder(folder);

  return {
    async read(content, { owner = '', signal } = {}) {
      const path = join(folder, randomUUID());
      try {
        await pipeline(content, createWriteStream(path, { mode: 0o600 }));
        return await turns.run(owner, async () => {
          if (signal?.aborted) return unreadable('tooLong');
          const child = [...free].at(-1) ?? start();
          take(child);
          return readWith(child, path, signal);
        });
      } finally {
        await rm(path, { force: true });
      }
    },
    async close() {
      const children = [...living];
      for (const child of children) {
        // Keeps this process alive until the child has ended.
        child.process.ref();
        end(child);
      }
      await Promise.all(children.map(({ ended }) => ended));
    },
  };
};
