export interface WorkQueue {
  /** Whether the next work would be refused. */
  isFull(): boolean;
  /**
   * Does `work` in its turn. Undefined without it if too many wait already, or if `signal` aborts before its turn. Work
   * that has begun is finished.
   */
  run<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T | undefined>;
}

/** Does work first come, first served: `atOnce` at the same time, while at most `waiting` wait. */
export const createWorkQueue = ({ atOnce, waiting }: { atOnce: number; waiting: number }): WorkQueue => {
  let running = 0;
  const turns = new Set<() => void>();
  const isFull = () => running >= atOnce && turns.size >= waiting;

  const turn = (signal: AbortSignal | undefined): Promise<boolean> => {
    if (signal?.aborted === true || isFull()) return Promise.resolve(false);
    if (running < atOnce) {
      running += 1;
      return Promise.resolve(true);
    }
    return new Promise((resolve) => {
      const leave = () => {
        turns.delete(begin);
        resolve(false);
      };
      const begin = () => {
        signal?.removeEventListener('abort', leave);
        resolve(true);
      };
      turns.add(begin);
      signal?.addEventListener('abort', leave, { once: true });
    });
  };
  /** Whoever has waited longest takes the place of what has ended. */
  const passOn = () => {
    const [next] = turns;
    if (next === undefined) {
      running -= 1;
      return;
    }
    turns.delete(next);
    next();
  };

  return {
    isFull,
    run: async (work, signal) => {
      if (!(await turn(signal))) return undefined;
      try {
        return await work();
      } finally {
        passOn();
      }
    },
  };
};
