import { EventEmitter, once } from 'node:events';
import { sql } from 'drizzle-orm';
import { Logger, parseCronItems, run, type TaskList } from 'graphile-worker';
import type pg from 'pg';
import type { AddToTask, Job, StartJobs, Task } from '../../ports/jobs.ts';

interface JobsLog {
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

const hour = 60 * 60 * 1000;
/** The times in UTC, and how far back a missed one is made up for: as far as there is exactly one. */
const times = {
  quarter: { match: '*/15 * * * *', backfillPeriod: hour / 4 },
  hour: { match: '7 * * * *', backfillPeriod: hour },
  day: { match: '23 4 * * *', backfillPeriod: 24 * hour },
} as const;

/** A task that waits for somebody else, as for a mail server, holds up no other. */
const concurrency = 4;

const taskListOf = (jobs: readonly Job[], tasks: readonly Task[]): TaskList => ({
  ...Object.fromEntries(jobs.map((job) => [job.name, async () => void (await job.run())])),
  ...Object.fromEntries(
    tasks.map((task) => [
      task.name,
      async (data, { job }) => void (await task.run(data, { last: job.attempts >= job.max_attempts })),
    ]),
  ),
});

/** Adds to the tasks that `graphileJobs` runs. */
export const addToGraphile: AddToTask = async (tx, { name, attempts }, data) => {
  const payload = JSON.stringify(data);
  await tx.execute(
    sql`select from graphile_worker.add_job(${name}, payload => ${payload}::json, max_attempts => ${attempts})`,
  );
};

interface LogMeta {
  readonly error?: unknown;
  readonly fatalError?: unknown;
  readonly job?: { readonly id: string; readonly task_identifier: string };
}

/** What is logged of a failed job: nothing of its data. */
const detailsOf = (meta: LogMeta = {}): object => ({
  ...(meta.job ? { job: meta.job.id, task: meta.job.task_identifier } : {}),
  ...(meta.fatalError || meta.error ? { err: meta.fatalError ?? meta.error } : {}),
});

/** Jobs by graphile-worker, in its own schema of the service's database; `pool` has to have two connections to spare. */
export const graphileJobs =
  (pool: pg.Pool, log: JobsLog): StartJobs =>
  async (jobs, tasks = []) => {
    const events = new EventEmitter();
    const scheduled = once(events, 'cron:started');
    const runner = await run({
      pgPool: pool,
      events,
      concurrency,
      noHandleSignals: true,
      // Without a batch it ends before what ran is written down, and that would run again.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
      logger: new Logger(() => (level, message, meta) => {
        // A failed query's text ends where its values begin.
        const [words = ''] = message.split('\nparams:');
        if (level === 'error') log.error(detailsOf(meta), words);
        else if (level === 'warning') log.warn(detailsOf(meta), words);
      }),
      taskList: taskListOf(jobs, tasks),
      parsedCronItems: parseCronItems(
        jobs.map(({ name, every }) => {
          const { match, backfillPeriod } = times[every];
          // With its key a time that comes while the job still waits, or is tried again, joins it.
          return { task: name, identifier: name, match, options: { backfillPeriod, jobKey: name } };
        }),
      ),
    });
    runner.promise.catch((error: unknown) => log.error({ err: error }, 'Jobs are not run any more.'));
    await scheduled;
    return { close: () => runner.stop() };
  };
