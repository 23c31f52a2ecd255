import { channel } from 'node:diagnostics_channel';

/** Hears how much work is running, whenever that changes: what measures the service waits for it. */
const workload = channel('atrium.background');

interface FailureLog {
  error(details: object, message: string): void;
}

/** Work that an answer does not wait for, so that its time tells nothing of it. */
export interface BackgroundTasks {
  /** Begins the work after the running request; what it throws is logged as `failure`. */
  run(log: FailureLog, failure: string, work: () => Promise<unknown>): void;
  /** Resolves when all work that was begun has ended. */
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
