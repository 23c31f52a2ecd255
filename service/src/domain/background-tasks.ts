import { channel } from 'node:diagnostics_channel';

/** Publishes the number of running tasks whenever it changes, so that measurements can wait for them. */
const workload = channel('atrium.background');

interface FailureLog {
  error(details: object, message: string): void;
}

/** Work that a response does not wait for, so that its timing reveals nothing. */
export interface BackgroundTasks {
  /** Starts the work after the current request; an error is logged with the message `failure`. */
  run(log: FailureLog, failure: string, work: () => Promise<unknown>): void;
  /** Resolves when all started work has ended. */
  settled(): Promise<void>;
}

export const createBackgroundTasks = (): BackgroundTasks => {
  const running = new Set<Promise<unknown>>();
  return {
    run(log, failure, work) {
      const task: Promise<unknown> = new Promise((resolve) => setImmediate(resolve))
        .then(work)
        .catch((error: unknown) => log.error({ err: error }, failure))
        .finally(() => {
          running.delete(task);
          workload.publish(running.size);
        });
      running.add(task);
      workload.publish(running.size);
    },
    async settled() {
      while (running.size > 0) await Promise.all(running);
    },
  };
};
