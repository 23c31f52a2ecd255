import type { Tx } from '../db/database.ts';

/** Work that recurs. */
export interface Job {
  readonly name: string;
  /** A quarter is of an hour. */
  readonly every: 'quarter' | 'hour' | 'day';
  run(): Promise<unknown>;
}

/** Work that is asked for, with data of its own each time. */
export interface Task {
  readonly name: string;
  /** How often it is tried in all; the pauses between grow from seconds to hours. */
  readonly attempts: number;
  /** `data` is what was added, as JSON keeps it; `last` where no other attempt follows a throw. */
  run(data: unknown, attempt: { readonly last: boolean }): Promise<unknown>;
}

/**
 * Adds a run of the task, with `data` that JSON can keep, to the transaction: it begins after the commit, at once where
 * an instance is up, and never for what is rolled back. The jobs have to have been started once on the database.
 */
export type AddToTask = (tx: Tx, task: Pick<Task, 'name' | 'attempts'>, data: object) => Promise<void>;

export interface RunningJobs {
  /** Takes no more work, and resolves when what runs has ended. */
  close(): Promise<void>;
}

/**
 * Runs jobs on their times and tasks when they are added. Whatever the number of instances, one of them runs each; a
 * time that passed while none was up is made up for at the start, once; what throws is tried again.
 */
export type StartJobs = (jobs: readonly Job[], tasks?: readonly Task[]) => Promise<RunningJobs>;
