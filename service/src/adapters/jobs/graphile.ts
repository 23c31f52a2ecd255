import { EventEmitter, once } from 'node:events';
import { Logger, parseCronItems, run } from 'graphile-worker';
import type pg from 'pg';
import type { StartJobs } from './port.ts';

interface JobsLog {
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

const hour = 60 * 60 * 1000;
/** The times in UTC, and how far back a missed one is made up for: as far as there is exactly one. */
const times = {
  hour: { match: '7 * * * *', backfillPeriod: hour },
  day: { match: '23 4 * * *', backfillPeriod: 24 * hour },
} as const;

/** Jobs by graphile-worker, in its own schema of the service's database; `pool` has to have two connections to spare. */
export const graphileJobs =
  (pool: pg.Pool, log: JobsLog): StartJobs =>
  async (jobs) => {
    const events = new EventEmitter();
    const scheduled = once(events, 'cron:started');
    const runner = await run({
      pgPool: pool,
      events,
      concurrency: 1,
      noHandleSignals: true,
      logger: new Logger(() => (level, message, meta) => {
        if (level === 'error') log.error({ ...meta }, message);
        else if (level === 'warning') log.warn({ ...meta }, message);
      }),
      taskList: Object.fromEntries(jobs.map((job) => [job.name, async () => void (await job.run())])),
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
