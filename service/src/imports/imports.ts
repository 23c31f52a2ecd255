import { fork } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { compileCache } from '../adapters/compile-cache.ts';
import type { S3Settings } from '../adapters/objects/bytes.ts';
import type { Database } from '../db/database.ts';
import { imports } from '../db/schema/data.ts';
import type { ImportsPort } from '../ports/imports.ts';
import type { ImportTask } from './child-task.ts';
import { type Attempt, claim, interrupted, isLost, maxAttempts, running } from './claims.ts';

interface ImportsLog {
  error(details: object, message: string): void;
}

export interface ImportsOptions {
  readonly database: Database;
  readonly dataFolder: string;
  /** Undefined if files are stored in the data folder. */
  readonly objects?: S3Settings | undefined;
  /** The encryption secrets, newest first. */
  readonly secrets: () => Promise<readonly [string, ...string[]]>;
  readonly log: ImportsLog;
  /** Called when an import has changed what users see. */
  readonly onChanged: () => void;
  /** Runs an import; by default in a separate process. */
  readonly run?: RunImport;
  /** Milliseconds between two attempts, so that they outlast a short outage of the object store. */
  readonly pause?: number;
  /** Without a heartbeat for this long, in milliseconds, a process counts as dead. */
  readonly silence?: number;
}

/** Resolves when the import has ended, successfully or not, or when `ending` ends it. */
export type RunImport = (
  task: ImportTask,
  options: Pick<ImportsOptions, 'objects' | 'log' | 'onChanged'>,
  ending: AbortSignal,
) => Promise<void>;

/** The heap limit of the process, in megabytes: it reads in small pieces. */
const heap = 96;

/** The environment variables that locate the role for the bucket; the process gets no others. */
const roleVariables = () =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => name.startsWith('AWS_') || name === 'HOME'));

interface FromChild {
  readonly changed?: true;
  readonly failure?: string;
  readonly unwritten?: string;
}

const runChild: RunImport = (task, { objects, log, onChanged }, ending) =>
  new Promise((resolve) => {
    const child = fork(join(import.meta.dirname, 'child.ts'), {
      execArgv: [
        `--max-old-space-size=${heap}`,
        '--max-semi-space-size=8',
        '--no-warnings',
        `--import=${new URL('../db/resolve-drizzle.ts', import.meta.url).href}`,
      ],
      env: { ...compileCache(), ...(objects && !objects.credentials ? roleVariables() : {}) },
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      signal: ending,
      killSignal: 'SIGKILL',
    });
    child.on('message', ({ changed, failure, unwritten }: FromChild) => {
      if (changed) onChanged();
      if (unwritten !== undefined)
        log.error(
          { err: new Error(unwritten), import: task.importId },
          'The progress of an import could not be stored.',
        );
      if (failure !== undefined)
        log.error({ err: new Error(failure), import: task.importId }, 'An import was interrupted.');
    });
    child.on('error', (error) => {
      // A process that was stopped on purpose also reports an error.
      if (!ending.aborted) log.error({ err: error, import: task.importId }, 'An import could not be started.');
      // A process that could not start emits no `exit`.
      if (child.pid === undefined) resolve();
    });
    child.once('exit', () => resolve());
    child.send(task, () => undefined);
  });

/**
 * Resolves once the attempt is lost, or `over`. The former takes two looks in a row: while the database is out of reach no
 * process can report, and it does so as soon as it can.
 */
const lostOrOver = async (isGone: () => Promise<boolean>, every: number, over: AbortSignal): Promise<void> => {
  for (let looks = 0; looks < 2 && !over.aborted;) {
    await wait(every, undefined, { ref: false, signal: over }).catch(() => undefined);
    // The wait only fails because the attempt is over, and a look only because the database cannot be reached.
    looks = !over.aborted && (await isGone().catch(() => false)) ? looks + 1 : 0;
  }
};

export const createImports = (options: ImportsOptions): ImportsPort => {
  const { database, dataFolder, objects, secrets, log } = options;
  const { run = runChild, pause = 120_000, silence = 60_000 } = options;
  let working: Promise<void> | undefined;
  let runAgain = false;
  const closing = new AbortController();

  const wake = (): void => {
    runAgain = true;
    if (closing.signal.aborted) return;
    working ??= work()
      .catch((error: unknown) => log.error({ err: error }, 'Imports could not be processed.'))
      .finally(() => {
        working = undefined;
      });
  };

  /** Runs the attempt, and ends it if it is lost: a harmful file may keep its process busy for days. */
  const runWatched = async (attempt: Attempt, task: ImportTask): Promise<void> => {
    const [lost, over] = [new AbortController(), new AbortController()];
    const endOnceLost = async () => {
      await lostOrOver(() => isLost(database, attempt, silence), silence / 6, over.signal);
      if (over.signal.aborted) return;
      log.error({ import: attempt.importId }, 'An import no longer reported, so it was ended.');
      lost.abort();
    };
    const watching = endOnceLost();
    try {
      await run(task, options, AbortSignal.any([closing.signal, lost.signal]));
    } finally {
      over.abort();
      await watching;
    }
  };

  const runOne = async (attempt: Attempt): Promise<void> => {
    const connection = { ...database.connection };
    const task = { connection, dataFolder, objects, secrets: await secrets(), ...attempt };
    if (!closing.signal.aborted) await runWatched(attempt, task);
    if (closing.signal.aborted) {
      // Another instance, or this one after a restart, resumes it. That this one ends is no fault of the import.
      await database.db
        .update(imports)
        .set({ state: 'waiting', heartbeat: null, attempts: sql`${imports.attempts} - 1` })
        .where(running(attempt));
      return;
    }
    const last = sql`${imports.attempts} >= ${maxAttempts}`;
    // The process may have ended without storing an outcome.
    const interruptedOnes = await database.db
      .update(imports)
      .set({
        state: sql`case when ${last} then 'failed' else 'waiting' end`,
        msg: sql`case when ${last} then ${interrupted} end`,
        heartbeat: new Date(),
      })
      .where(running(attempt))
      .returning({ id: imports.id });
    if (interruptedOnes.length > 0) setTimeout(wake, pause).unref();
  };

  const work = async (): Promise<void> => {
    do {
      runAgain = false;
      while (!closing.signal.aborted) {
        const attempt = await claim(database, pause, silence);
        if (!attempt) break;
        await runOne(attempt);
      }
    } while (runAgain && !closing.signal.aborted);
  };

  const settled = async (): Promise<void> => {
    if (!working) return;
    await working;
    await settled();
  };

  return {
    wake,
    settled,
    async close() {
      closing.abort();
      await working;
    },
  };
};
