import { fork } from 'node:child_process';
import { join } from 'node:path';
import { and, eq, isNull, lt, lte, or, sql } from 'drizzle-orm';
import { compileCache } from '../adapters/compile-cache.ts';
import type { S3Settings } from '../adapters/objects/bytes.ts';
import type { Database } from '../db/database.ts';
import { imports } from '../db/schema/data.ts';
import type { ImportsPort } from '../ports/imports.ts';
import type { ImportTask } from './child-task.ts';

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
}

/** Resolves when the import has ended, successfully or not, or when `closing` ends it. */
export type RunImport = (
  task: ImportTask,
  options: Pick<ImportsOptions, 'objects' | 'log' | 'onChanged'>,
  closing: AbortSignal,
) => Promise<void>;

/** Without a heartbeat for this long, in milliseconds, the process counts as dead. */
const heartbeatTimeout = 60_000;
const maxAttempts = 3;
/** The heap limit of the process, in megabytes: it reads in small pieces. */
const heap = 96;

/** The environment variables that locate the role for the bucket; the process gets no others. */
const roleVariables = () =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => name.startsWith('AWS_') || name === 'HOME'));

const interrupted = 'This import was interrupted. Please try again: anything already here is skipped.';

interface FromChild {
  readonly changed?: true;
  readonly failure?: string;
  readonly unwritten?: string;
}

/** Claims one import, so that no other instance runs it. One that was interrupted is left alone for `pause`. */
const claim = async ({ db }: Database, pause: number): Promise<string | undefined> => {
  const dead = and(eq(imports.state, 'running'), lt(imports.heartbeat, new Date(Date.now() - heartbeatTimeout)));
  await db
    .update(imports)
    .set({ state: 'failed', msg: interrupted, heartbeat: null })
    .where(and(dead, sql`${imports.attempts} >= ${maxAttempts}`));
  const rested = or(isNull(imports.heartbeat), lte(imports.heartbeat, new Date(Date.now() - pause)));
  const next = db
    .select({ id: imports.id })
    .from(imports)
    .where(or(and(eq(imports.state, 'waiting'), rested), dead))
    .orderBy(imports.id)
    .limit(1)
    .for('update', { skipLocked: true });
  const [row] = await db
    .update(imports)
    .set({ state: 'running', heartbeat: new Date(), attempts: sql`${imports.attempts} + 1` })
    .where(sql`${imports.id} in (${next})`)
    .returning({ id: imports.id });
  return row?.id;
};

const runChild: RunImport = (task, { objects, log, onChanged }, closing) =>
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
      signal: closing,
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
      if (!closing.aborted) log.error({ err: error, import: task.importId }, 'An import could not be started.');
      // A process that could not start emits no `exit`.
      if (child.pid === undefined) resolve();
    });
    child.once('exit', () => resolve());
    child.send(task, () => undefined);
  });

export const createImports = (options: ImportsOptions): ImportsPort => {
  const { database, dataFolder, objects, secrets, log, run = runChild, pause = 120_000 } = options;
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

  const runOne = async (importId: string): Promise<void> => {
    const connection = { ...database.connection };
    const task = { connection, dataFolder, objects, secrets: await secrets(), importId };
    if (!closing.signal.aborted) await run(task, options, closing.signal);
    const unfinished = and(eq(imports.id, importId), eq(imports.state, 'running'));
    if (closing.signal.aborted) {
      // Another instance, or this one after a restart, resumes it. That this one ends is no fault of the import.
      await database.db
        .update(imports)
        .set({ state: 'waiting', heartbeat: null, attempts: sql`${imports.attempts} - 1` })
        .where(unfinished);
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
      .where(unfinished)
      .returning({ id: imports.id });
    if (interruptedOnes.length > 0) setTimeout(wake, pause).unref();
  };

  const work = async (): Promise<void> => {
    do {
      runAgain = false;
      while (!closing.signal.aborted) {
        const id = await claim(database, pause);
        if (id === undefined) break;
        await runOne(id);
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
