/** Work that recurs. */
export interface Job {
  readonly name: string;
  readonly every: 'hour' | 'day';
  run(): Promise<unknown>;
}

export interface RunningJobs {
  /** Takes no more work, and resolves when what runs has ended. */
  close(): Promise<void>;
}

/**
 * Runs jobs on their times. Whatever the number of instances, one of them runs each; a time that passed while none was
 * up is made up for at the start, once; a job that throws is tried again.
 */
export type StartJobs = (jobs: readonly Job[]) => Promise<RunningJobs>;
