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
  /** Resolves when the process has ended: true if its file may be to blame, as for a lack of memory. */
  readonly ended: Promise<boolean>;
  files: number;
  idle?: NodeJS.Timeout;
}

/** The exit code of a process that ran out of memory, on platforms that report no signal. */
const abortCode = 134;
/** What ends a process together with the service, whatever it reads. */
const endSignals: ReadonlySet<string> = new Set(['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT']);
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
    made.once('exit', (code, signal) => resolve(signal === null ? code === abortCode : !endSignals.has(signal)));
    made.once('error', (error) => {
      log?.warn({ err: error }, couldNotRun);
      resolve(false);
    });
  });
  made.unref();
  made.channel?.unref();
  return { process: made, ended, files: 0 };
};

/**
 * What the child answers about a file within `time` milliseconds and before `signal` is aborted, or why it does not.
 * Undefined if it was killed or ran out of memory.
 */
const readingBy = async (
  child: Child,
  path: string,
  time: number,
  signal?: AbortSignal,
): Promise<Reading | undefined> => {
  const timedOut = Promise.withResolvers<Reading>();
  const giveUp = () => timedOut.resolve(unreadable('tooLong'));
  const timer = setTimeout(giveUp, time);
  signal?.addEventListener('abort', giveUp, { once: true });
  const answered = new Promise<Reading>((resolve) => {
    child.process.once('message', (message: { reading: Reading }) => resolve(message.reading));
  });
  const died = child.ended.then((killed) => {
    if (killed) return undefined;
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
  let closed = false;
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

  const readWith = async (child: Child, path: string, signal?: AbortSignal): Promise<Reading | undefined> => {
    const reading = await readingBy(child, path, time, signal);
    if (!reading || reading.kind === 'unreadable') end(child);
    else release(child);
    if (!reading && closed) throw new Error(couldNotRun);
    return reading;
  };

  const readTwice = async (path: string, signal?: AbortSignal): Promise<Reading> => {
    const child = [...free].at(-1) ?? start();
    take(child);
    const first = await readWith(child, path, signal);
    if (first) return first;
    if (signal?.aborted) return unreadable('tooLong');
    // It may have been killed for what earlier files took, or because the whole machine lacked memory.
    return (await readWith(start(), path, signal)) ?? unreadable('tooMuch');
  };

  makeFolder(folder);

  return {
    async read(content, { owner = '', signal } = {}) {
      const path = join(folder, randomUUID());
      try {
        await pipeline(content, createWriteStream(path, { mode: 0o600 }));
        return await turns.run(owner, async () => {
          if (signal?.aborted) return unreadable('tooLong');
          return readTwice(path, signal);
        });
      } finally {
        await rm(path, { force: true });
      }
    },
    async close() {
      closed = true;
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
