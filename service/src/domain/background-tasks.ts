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
  /** Aborted when the process ends. Work that may take long stops then, and throws the signal's reason. */
  readonly ending: AbortSignal;
  /** Resolves when all started work has ended. */
  settled(): Promise<void>;
  /** Aborts `ending`, and resolves when all started work has ended. */
  close(): Promise<void>;
}

export const createBackgroundTasks = (): BackgroundTasks => {
  const running = new Set<Promise<unknown>>();
  const ended = new AbortController();
  const { signal: ending } = ended;
  const settled = async () => {
    while (running.size > 0) await Promise.all(running);
  };
  return {
    ending,
    settled,
    run(log, failure, work) {
      const task: Promise<unknown> = new Promise((resolve) => setImmediate(resolve))
        .then(work)
        .catch((error: unknown) => {
          if (!ending.aborted || error !== ending.reason) log.error({ err: error }, failure);
        })
        .finally(() => {
          running.delete(task);
          workload.publish(running.size);
        });
      running.add(task);
      workload.publish(running.size);
    },
    close() {
      ended.abort();
      return settled();
    },
  };
};
