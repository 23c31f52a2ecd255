import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '../../db/database.ts';
import { createLog } from '../../log.ts';
import { createTestDatabase } from '../../testing/app.ts';
import { addToGraphile, graphileJobs } from './graphile.ts';
import type { LockTimes } from './locks.ts';
import type { AddToTask, Job, RunningJobs, Task } from '../../ports/jobs.ts';

let database: Database;
let test: Awaited<ReturnType<typeof createTestDatabase>>;
const instances: RunningJobs[] = [];
/** Ends the runs that would keep an instance from closing. */
const ends: (() => void)[] = [];
const reported: string[] = [];
const write = createLog('warn', (line) => void reported.push(line));
const log = {
  warn: (details: object, message: string) => write.warn(details, message),
  error: (details: object, message: string) => write.error(details, message),
};

beforeAll(async () => {
  test = await createTestDatabase();
  database = openDatabase(test.connection, { max: 10, onError: () => undefined });
});
afterEach(async () => {
  for (const end of ends.splice(0)) end();
  await Promise.all(instances.splice(0).map((running) => running.close()));
});
afterAll(async () => {
  await database.close();
  await test.drop();
});

interface Adapter {
  readonly start: (jobs: readonly Job[], tasks?: readonly Task[], times?: LockTimes) => Promise<RunningJobs>;
  readonly add: AddToTask;
  /** Sets the time at which the job ran last. */
  readonly lastRan: (name: string, time: Date) => Promise<unknown>;
  /** Makes the waiting runs of the task seem to run on an instance of an earlier release since an hour ago. */
  readonly lockAsEarlier: (name: string) => Promise<unknown>;
  /** Lets the end of each run fail, as a lost connection does, until the returned function is called. */
  readonly failEnds: () => Promise<() => Promise<unknown>>;
  /** Ends the backoff of all failed runs. */
  readonly endBackoff: () => Promise<unknown>;
  /** The backoff of a failed run of the task, in seconds. */
  readonly backoffOf: (name: string) => Promise<number | undefined>;
}

/** What every adapter must do. */
const adapters: Record<string, Adapter> = {
  'graphile-worker': {
    start: (jobs, tasks, times) => graphileJobs(database.pool, log, times)(jobs, tasks),
    add: addToGraphile,
    lockAsEarlier: (name) =>
      database.pool.query(
        `update graphile_worker._private_jobs j set locked_by = 'pool-1', locked_at = now() - interval '1 hour'
          from graphile_worker._private_tasks t where t.id = j.task_id and t.identifier = $1`,
        [name],
      ),
    failEnds: async () => {
      await database.pool.query(`
        create function fail_end() returns trigger language plpgsql as $$ begin raise exception 'lost'; end $$;
        create trigger fail_end before delete on graphile_worker._private_jobs for each row execute function fail_end()`);
      return () => database.pool.query('drop function fail_end cascade');
    },
    endBackoff: () => database.pool.query('update graphile_worker._private_jobs set run_at = now()'),
    backoffOf: async (name) => {
      const { rows } = await database.pool.query<{ pause: number }>(
        `select extract(epoch from run_at - now())::float as pause from graphile_worker.jobs where task_identifier = $1`,
        [name],
      );
      return rows[0]?.pause;
    },
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

describe.each(Object.entries(adapters))('jobs of %s', (_name, adapter) => {
  const { start, add, lastRan, lockAsEarlier, failEnds, endBackoff, backoffOf } = adapter;
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

  it('that fail are reported, and block no other', async () => {
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
    const started = Promise.withResolvers<void>();
    let ended = false;
    const running = await start([
      {
        name: 'slow',
        every: 'day',
        run: async () => {
          started.resolve();
          await pause(50);
          ended = true;
        },
      },
    ]);
    await started.promise;
    await running.close();
    expect(ended).toBe(true);
  });

  /** A task that records its runs. With `fails` it throws that error. */
  const recording = (name: string, fails?: Error) => {
    const notes: { data: unknown; last: boolean }[] = [];
    let ran = Promise.withResolvers<void>();
    let wanted = 0;
    const task: Task = {
      name,
      attempts: 3,
      run: async (data, { last }) => {
        notes.push({ data, last });
        if (notes.length >= wanted) ran.resolve();
        if (fails) throw fails;
      },
    };
    /** Resolves when it was run this many times in total. */
    const until = (times: number) => {
      ran = Promise.withResolvers<void>();
      wanted = times;
      if (notes.length >= times) ran.resolve();
      return ran.promise;
    };
    return { task, notes, until };
  };
  type Recording = ReturnType<typeof recording>;
  const runTask = async ({ task, until }: Recording, times: number) => {
    const running = await start([], [task]);
    await until(times);
    await running.close();
  };

  it('run a task with the data of each time that it is added, and not again', async () => {
    const noted = recording('told');
    await runTask(noted, 0);
    const awkward = { to: "O'Hara", deep: [1, { two: null }] };
    await database.db.transaction((tx) => add(tx, noted.task, awkward));
    await runTask(noted, 1);
    await add(database.db, noted.task, { to: 'other' });
    await runTask(noted, 2);
    expect(noted.notes.map(({ data }) => data)).toEqual([awkward, { to: 'other' }]);
  });

  it('run a task at once if an instance is running', async () => {
    const prompt = recording('prompt');
    instances.push(await start([], [prompt.task]));
    await add(database.db, prompt.task, { now: true });
    await prompt.until(1);
    expect(prompt.notes).toEqual([{ data: { now: true }, last: false }]);
  });

  it('run no task of a transaction that is rolled back', async () => {
    const undone = recording('undone');
    await runTask(undone, 0);
    const refused = database.db.transaction(async (tx) => {
      await add(tx, undone.task, { undone: true });
      throw new Error('No.');
    });
    await expect(refused).rejects.toThrow('No.');
    await add(database.db, undone.task, { undone: false });
    await runTask(undone, 1);
    expect(undone.notes.map(({ data }) => data)).toEqual([{ undone: false }]);
  });

  it('try a task that throws again after a pause that grows, and say which attempt is the last', async () => {
    const stubborn = recording('stubborn', new Error('Not now.'));
    await runTask(stubborn, 0);
    await add(database.db, stubborn.task, {});
    await runTask(stubborn, 1);
    const first = await backoffOf('stubborn');
    await endBackoff();
    await runTask(stubborn, 2);
    const second = (await backoffOf('stubborn')) ?? 0;
    expect(first).toBeGreaterThan(0);
    expect(second).toBeGreaterThan(first ?? 0);
    await endBackoff();
    await runTask(stubborn, 3);
    expect(stubborn.notes.map(({ last }) => last)).toEqual([false, false, true]);
    await endBackoff();
    await add(database.db, { ...stubborn.task }, { another: true });
    await runTask(stubborn, 4);
    expect(stubborn.notes[3]).toEqual({ data: { another: true }, last: false });
  });

  it('run a task once, even if two instances are running', async () => {
    const all = Promise.withResolvers<void>();
    const numbers = Array.from({ length: 20 }, (_, number) => number);
    const ran: unknown[] = [];
    const task: Task = {
      name: 'shared',
      attempts: 3,
      run: async (data) => {
        ran.push((data as { number: number }).number);
        if (ran.length >= numbers.length) all.resolve();
      },
    };
    instances.push(...(await Promise.all([start([], [task]), start([], [task])])));
    await Promise.all(numbers.map((number) => add(database.db, task, { number })));
    await all.promise;
    await Promise.all(instances.splice(0).map((running) => running.close()));
    expect(ran).toHaveLength(numbers.length);
    expect(new Set(ran)).toEqual(new Set(numbers));
  });

  /** A task whose first run lasts until the test has ended. */
  const stuck = (name: string) => {
    const [started, again, ended] = Array.from({ length: 3 }, () => Promise.withResolvers<void>());
    let runs = 0;
    const run = async () => {
      runs += 1;
      if (runs > 1) return again!.resolve();
      started!.resolve();
      await ended!.promise;
    };
    const task: Task = { name, attempts: 3, run };
    ends.push(ended!.resolve);
    return { task, started: started!.promise, again: again!.promise, runs: () => runs };
  };

  it('run a task again whose instance is gone, and none that another instance still works on', async () => {
    const [kept, lost] = [stuck('kept'), stuck('lost')];
    const [earlier, after] = [recording('earlier'), recording('after')];
    const soon = { renewal: 20, lifetime: 500 };
    instances.push(await start([], [kept.task], soon));
    await add(database.db, kept.task, {});
    await kept.started;
    // An instance that renews nothing is to the others as one that was killed.
    instances.push(await start([], [lost.task], { renewal: 3_600_000, lifetime: 3_600_000 }));
    await add(database.db, lost.task, {});
    await lost.started;
    await add(database.db, earlier.task, {});
    await lockAsEarlier('earlier');
    instances.push(await start([], [kept.task, lost.task, earlier.task, after.task], soon));
    await expect.poll(() => backoffOf('lost'), { timeout: 5000 }).toBeGreaterThan(0);
    await endBackoff();
    await lost.again;
    // It would run after the others, which have waited for longer.
    await add(database.db, after.task, {});
    await after.until(1);
    expect([kept.runs(), lost.runs(), earlier.notes.length]).toEqual([1, 2, 0]);
  });

  it('run a task again of an instance whose runner has stopped by itself', async () => {
    const { task, until } = recording('abandoned');
    const soon = { renewal: 20, lifetime: 500 };
    instances.push(await start([], [task], soon));
    const repair = await failEnds();
    await add(database.db, task, {});
    await until(1);
    await expect.poll(() => reported.join('')).toContain('Runner stopping');
    await repair();
    instances.push(await start([], [task], soon));
    await expect.poll(() => backoffOf('abandoned'), { timeout: 5000 }).toBeGreaterThan(0);
    await endBackoff();
    await until(2);
  });

  it('run other tasks while one waits', async () => {
    const gate = Promise.withResolvers<void>();
    const waits: Task = { name: 'waits', attempts: 1, run: () => gate.promise };
    const quick = recording('quick');
    instances.push(await start([], [waits, quick.task]));
    await add(database.db, waits, {});
    await add(database.db, quick.task, {});
    await quick.until(1);
    gate.resolve();
    expect(quick.notes).toHaveLength(1);
  });

  it('run a task that users wait for before all tasks of low priority that wait', async () => {
    const gates = Array.from({ length: 4 }, () => Promise.withResolvers<void>());
    const allBusy = Promise.withResolvers<void>();
    const order: string[] = [];
    const bulk: Task = {
      name: 'bulk',
      attempts: 1,
      priority: 'low',
      run: async () => {
        order.push('bulk');
        if (order.length === gates.length) allBusy.resolve();
        await gates[order.length - 1]?.promise;
      },
    };
    const awaited = Promise.withResolvers<void>();
    const urgent: Task = {
      name: 'urgent',
      attempts: 1,
      run: async () => {
        order.push('urgent');
        awaited.resolve();
      },
    };
    instances.push(await start([], [bulk, urgent]));
    for (let at = 0; at < 10; at += 1) await add(database.db, bulk, {});
    await allBusy.promise;
    await add(database.db, urgent, {});
    gates[0]!.resolve();
    await awaited.promise;
    for (const gate of gates) gate.resolve();
    expect(order.slice(0, 5)).toEqual(['bulk', 'bulk', 'bulk', 'bulk', 'urgent']);
  });

  it('that fail are reported without their data, and without the values of a query', async () => {
    const query = new Error('Failed query: update mails set error = $1\nparams: secret-value');
    const leaky = recording('leaky', query);
    await runTask(leaky, 0);
    reported.length = 0;
    await add(database.db, leaky.task, { to: 'secret-data' });
    await runTask(leaky, 1);
    expect(reported.join()).toContain('Failed query: update mails');
    expect(reported.join()).toContain('leaky');
    expect(reported.join()).not.toContain('secret');
  });
});
