import { EventEmitter, once } from 'node:events';
import { sql } from 'drizzle-orm';
import { Logger, parseCronItems, run, type TaskList, type WorkerPool } from 'graphile-worker';
import type pg from 'pg';
import type { AddToTask, Job, StartJobs, Task } from '../../ports/jobs.ts';
import { keepLocks, lockTimes, renews } from './locks.ts';

interface JobsLog {
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

const hour = 60 * 60 * 1000;
/** Schedules in UTC. `backfillPeriod` is one interval, so that exactly one missed run is caught up. */
const times = {
  quarter: { match: '*/15 * * * *', backfillPeriod: hour / 4 },
  hour: { match: '7 * * * *', backfillPeriod: hour },
  day: { match: '23 4 * * *', backfillPeriod: 24 * hour },
} as const;

/** Tasks that run at once, so that one that waits for a mail server, for example, blocks no other. */
const concurrency = 4;

/** The priority of `low`. Smaller numbers run first, and the default is 0. */
const low = 10;

const taskListOf = (jobs: readonly Job[], tasks: readonly Task[]): TaskList => ({
  ...Object.fromEntries(jobs.map((job) => [job.name, async () => void (await job.run())])),
  ...Object.fromEntries(
    tasks.map((task) => [
      task.name,
      async (data, { job }) => void (await task.run(data, { last: job.attempts >= job.max_attempts })),
    ]),
  ),
});

/** Adds a run of a task that `graphileJobs` executes. */
export const addToGraphile: AddToTask = async (tx, { name, attempts, delay = 0, priority }, data) => {
  const payload = JSON.stringify(data);
  await tx.execute(
    sql`select from graphile_worker.add_job(${name}, payload => ${payload}::json, max_attempts => ${attempts},
      priority => ${priority === 'low' ? low : 0}, run_at => now() + ${delay} * interval '1 millisecond')`,
  );
};

interface LogMeta {
  readonly error?: unknown;
  readonly fatalError?: unknown;
  readonly job?: { readonly id: string; readonly task_identifier: string };
}

/** What is logged about a failed job. Its data are not. */
const detailsOf = (meta: LogMeta = {}): object => ({
  ...(meta.job ? { job: meta.job.id, task: meta.job.task_identifier } : {}),
  ...(meta.fatalError || meta.error ? { err: meta.fatalError ?? meta.error } : {}),
});

/**
 * Runs jobs by graphile-worker, in its own schema of the service's database. `pool` must have two spare connections.
 * What an instance that is gone was running is run again within minutes.
 */
export const graphileJobs =
  (pool: pg.Pool, log: JobsLog, locking = lockTimes): StartJobs =>
  async (jobs, tasks = []) => {
    const events = new EventEmitter();
    const scheduled = once(events, 'cron:started');
    let owner = '';
    events.once('pool:create', ({ workerPool }: { readonly workerPool: WorkerPool }) => {
      // Jobs are locked by the id of the pool.
      owner = `${renews}${workerPool.id}`;
      workerPool.id = owner;
    });
    const runner = await run({
      pgPool: pool,
      events,
      concurrency,
      noHandleSignals: true,
      // By default completed jobs are recorded in batches, and one that is not recorded at shutdown would run again.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
      logger: new Logger(() => (level, message, meta) => {
        // The parameters of a failed query are cut off, because users may have written them.
        const [words = ''] = message.split('\nparams:');
        if (level === 'error') log.error(detailsOf(meta), words);
        else if (level === 'warning') log.warn(detailsOf(meta), words);
      }),
      taskList: taskListOf(jobs, tasks),
      parsedCronItems: parseCronItems(
        jobs.map(({ name, every }) => {
          const { match, backfillPeriod } = times[every];
          // With a key, a run that is due while the job still waits or is retried is merged with it.
          return { task: name, identifier: name, match, options: { backfillPeriod, jobKey: name } };
        }),
      ),
    });
    const endLocks = keepLocks((text, values) => pool.query(text, [...values]), owner, log, locking);
    let stopped = false;
    runner.promise
      .catch((error: unknown) => log.error({ err: error }, 'The job runner stopped.'))
      .finally(() => {
        stopped = true;
        // One that stops by itself, as by a lost connection, leaves its jobs to the other instances.
        void endLocks();
      });
    await scheduled;
    return {
      close: async () => {
        if (!stopped) await runner.stop();
        await endLocks();
      },
    };
  };
