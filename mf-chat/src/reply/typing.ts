/** Milliseconds without a key after which nobody types. */
const rest = 150;

/** Somebody who types: what would hold up their keys waits. */
export interface Typing {
  /** Something was typed. */
  readonly pressed: () => void;
  /**
   * Calls `work` once nobody types; after `patience` ms behind what the next key paints, where the next one is furthest.
   * Answers how to give it up; undefined where nothing had to be waited for.
   */
  readonly atRest: (work: () => void, patience: number) => (() => void) | undefined;
}

export const createTyping = (): Typing => {
  let last = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Until when each waits at most. */
  const waiting = new Map<() => void, number>();
  const run = (until: number) => {
    for (const [work, due] of waiting) {
      if (due > until) continue;
      waiting.delete(work);
      work();
    }
  };
  const look = () => {
    const left = last + rest - performance.now();
    timer = left > 0 ? setTimeout(look, left) : undefined;
    if (!timer) run(Number.POSITIVE_INFINITY);
  };
  return {
    pressed() {
      last = performance.now();
      if (waiting.size > 0) requestAnimationFrame(() => setTimeout(() => run(performance.now())));
    },
    atRest(work, patience) {
      const now = performance.now();
      if (now >= last + rest) {
        work();
        return undefined;
      }
      waiting.set(work, now + patience);
      timer ??= setTimeout(look, last + rest - now);
      return () => waiting.delete(work);
    },
  };
};
