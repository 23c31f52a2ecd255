import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '../../db/database.ts';
import { createTestDatabase } from '../../testing/app.ts';
import { graphileJobs } from './graphile.ts';
import type { Job, RunningJobs, StartJobs } from './port.ts';

let database: Database;
let test: Awaited<ReturnType<typeof createTestDatabase>>;
const instances: RunningJobs[] = [];
const reported: string[] = [];
const log = {
  warn: (_details: object, message: string) => void reported.push(message),
  error: (_details: object, message: string) => void reported.push(message),
};

beforeAll(async () => {
  test = await createTestDatabase();
  database = openDatabase(test.connection, { max: 10, onError: () => undefined });
});
afterEach(async () => {
  await Promise.all(instances.splice(0).map((running) => running.close()));
});
afterAll(async () => {
  await database.close();
  await test.drop();
});

/** What every adapter must do; `lastRan` makes it believe that the job ran last at that time. */
const adapters: Record<string, { start: StartJobs; lastRan: (name: string, time: Date) => Promise<unknown> }> = {
  'graphile-worker': {
    start: (jobs) => graphileJobs(database.pool, log)(jobs),
    lastRan: (name, time) =>
      database.pool.query(
        `insert into graphile_worker._private_known_crontabs (identifier, known_since, last_execution)
          values ($1, $2, $2) on conflict (identifier) do update set last_execution = excluded.last_execution`,
        [name, time],
      ),
  },
};
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);

const counted = (name: string, work: () => Promise<void> = async () => undefined) => {
  const first = Promise.withResolvers<void>();
  const job = {
    name,
    every: 'day',
    runs: 0,
    first: first.promise,
    async run() {
      job.runs += 1;
      try {
        await work();
      } finally {
        first.resolve();
      }
    },
  } satisfies Job & Record<string, unknown>;
  return job;
};

describe.each(Object.entries(adapters))('jobs of %s', (_name, { start, lastRan }) => {
  const run = async (...jobs: Job[]) => {
    const running = await start(jobs);
    instances.push(running);
    return running;
  };

  it('start on an empty database, and run nothing before its time', async () => {
    const job = counted('fresh');
    await (await run(job)).close();
    instances.length = 0;
    expect(job.runs).toBe(0);
  });

  it('are run once by two instances that start together, for all the times that were missed', async () => {
    await lastRan('missed', daysAgo(5));
    const jobs = [counted('missed'), counted('missed')];
    await Promise.all(jobs.map((job) => run(job)));
    await Promise.race(jobs.map((job) => job.first));
    await Promise.all(instances.splice(0).map((running) => running.close()));
    expect(jobs.reduce((sum, { runs }) => sum + runs, 0)).toBe(1);
    const again = counted('missed');
    await (await run(again)).close();
    instances.length = 0;
    expect(again.runs).toBe(0);
  });

  it('that fail are reported, and hold up no other', async () => {
    await lastRan('failing', daysAgo(2));
    await lastRan('well', daysAgo(2));
    const failing = counted('failing', () => Promise.reject(new Error('No disk.')));
    const well = counted('well');
    await run(failing, well);
    await Promise.all([failing.first, well.first]);
    await Promise.all(instances.splice(0).map((running) => running.close()));
    expect(reported.join()).toContain('No disk.');
  });

  it('are finished before the service ends', async () => {
    await lastRan('slow', daysAgo(2));
    const begun = Promise.withResolvers<void>();
    let ended = false;
    const running = await start([
      {
        name: 'slow',
        every: 'day',
        run: async () => {
          begun.resolve();
          await pause(50);
          ended = true;
        },
      },
    ]);
    await begun.promise;
    await running.close();
    expect(ended).toBe(true);
  });
});
