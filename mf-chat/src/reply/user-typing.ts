/** Milliseconds without a keystroke after which the user is no longer typing. */
const defaultIdleTime = 150;

/** Tracks the user's typing, so that work that would delay keystrokes can wait. */
export interface Typing {
  /** Call on each keystroke. */
  readonly pressed: () => void;
  /**
   * Calls `work` after `idleTime` ms without a keystroke. If typing continues for `maxDelay` ms, calls it right after
   * the next keystroke was painted, when the one after that is furthest away. Returns a function that cancels it, or
   * undefined if `work` was called at once.
   */
  readonly whenIdle: (work: () => void, maxDelay: number, idleTime?: number) => (() => void) | undefined;
}

export const createTyping = (): Typing => {
  let last = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** The latest time for each task, and how long it waits without a keystroke. */
  const waiting = new Map<() => void, { readonly deadline: number; readonly idleTime: number }>();
  const run = () => {
    const now = performance.now();
    for (const [work, { deadline, idleTime }] of waiting) {
      if (now < deadline && now < last + idleTime) continue;
      waiting.delete(work);
      work();
    }
  };
  const wait = () => {
    clearTimeout(timer);
    const idleTime = Math.min(...[...waiting.values()].map((one) => one.idleTime));
    if (waiting.size > 0) timer = setTimeout(check, last + idleTime - performance.now());
  };
  const check = () => {
    run();
    wait();
  };
  return {
    pressed() {
      last = performance.now();
      if (waiting.size > 0) requestAnimationFrame(() => setTimeout(run));
    },
    whenIdle(work, maxDelay, idleTime = defaultIdleTime) {
      const now = performance.now();
      if (now >= last + idleTime) {
        work();
        return undefined;
      }
      waiting.set(work, { deadline: now + maxDelay, idleTime });
      wait();
      return () => {
        waiting.delete(work);
        wait();
      };
    },
  };
};
