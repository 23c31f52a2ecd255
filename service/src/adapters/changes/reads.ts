interface ReadsOptions {
  readonly read: () => Promise<void>;
  /** The minimum of milliseconds between two reads, however often it is woken. */
  readonly pace: number;
  /** Milliseconds after which it reads even if nothing wakes it. */
  readonly wait: () => number;
  readonly onError: (error: unknown) => void;
}

/** Milliseconds to the next read after one that failed. */
const retryAfter = 500;

const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

/** A wait that `wake` ends early. Woken before the wait starts, it does not wait at all. */
const createAlarm = () => {
  let woken = false;
  let resume: () => void = () => undefined;
  return {
    wake: (): void => {
      woken = true;
      resume();
    },
    reset: (): void => {
      woken = false;
    },
    within: (ms: number): Promise<void> =>
      new Promise((resolve) => {
        if (woken) return resolve();
        const timer = setTimeout(resolve, ms);
        resume = () => {
          clearTimeout(timer);
          resolve();
        };
      }),
  };
};

/** Runs one read after the other: when it is woken, and at intervals. */
export const createReads = ({ read, pace, wait, onError }: ReadsOptions) => {
  const closing = new AbortController();
  const alarm = createAlarm();
  let waiting: (() => void)[] = [];
  let running: Promise<void> | undefined;

  const run = async (): Promise<void> => {
    while (!closing.signal.aborted) {
      const served = waiting;
      waiting = [];
      alarm.reset();
      try {
        await read();
        for (const settle of served) settle();
        await pause(pace);
        await alarm.within(wait());
      } catch (error) {
        waiting = [...served, ...waiting];
        if (!closing.signal.aborted) onError(error);
        await pause(retryAfter);
      }
    }
  };

  return {
    wake: alarm.wake,
    start(): void {
      running = run();
    },
    /** Settles after a read that starts from now on, or when `signal` is aborted. */
    next: (signal: AbortSignal): Promise<void> =>
      new Promise((resolve) => {
        if (signal.aborted) return resolve();
        const settle = () => {
          signal.removeEventListener('abort', settle);
          resolve();
        };
        signal.addEventListener('abort', settle);
        waiting.push(settle);
        alarm.wake();
      }),
    async close(): Promise<void> {
      closing.abort();
      alarm.wake();
      await running;
      for (const settle of waiting) settle();
    },
  };
};
