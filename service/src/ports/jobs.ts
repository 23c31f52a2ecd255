import type { Tx } from '../db/database.ts';

/** Work that recurs. */
export interface Job {
  readonly name: string;
  /** `quarter` is a quarter of an hour. */
  readonly every: 'quarter' | 'hour' | 'day';
  run(): Promise<unknown>;
}

/** Work that is added on request, with data of its own each time. */
export interface Task {
  readonly name: string;
  /** The maximum number of attempts. The backoff between them grows from seconds to hours. */
  readonly attempts: number;
  /** Milliseconds after which a run may start. By default it starts at once. */
  readonly delay?: number;
  /** Runs that are `low` wait for all others: there may be thousands of them, or nobody waits for them. */
  readonly priority?: 'low' | undefined;
  /** `data` is what was added, after a round trip through JSON. `last`: no other attempt follows if this one throws. */
  run(data: unknown, attempt: { readonly last: boolean }): Promise<unknown>;
}

/**
 * Adds a run of the task to the transaction, with `data` as JSON. It starts right after the commit, or after the
 * task's delay, if an instance is running, and never after a rollback. The jobs must have been started on the database at least once.
 */
export type AddToTask = (
  tx: Tx,
  task: Pick<Task, 'name' | 'attempts' | 'delay' | 'priority'>,
  data: object,
) => Promise<void>;

export interface RunningJobs {
  /** Stops accepting work, and resolves when running work has ended. */
  close(): Promise<void>;
}

/**
 * Runs jobs on schedule and tasks when they are added. Each run happens on one instance, however many there are. A
 * schedule that was missed while no instance was running is caught up once at the start. Work that throws is retried.
 */
export type StartJobs = (jobs: readonly Job[], tasks?: readonly Task[]) => Promise<RunningJobs>;
