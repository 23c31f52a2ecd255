/** Milliseconds without a key after which nobody types. */
const usual = 150;

/** Somebody who types: what would hold up their keys waits. */
export interface Typing {
  /** Something was typed. */
  readonly pressed: () => void;
  /**
   * Calls `work` after `rest` ms without a key; after `patience` ms behind what the next key paints, where the next one is
   * furthest. Answers how to give it up; undefined where nothing had to be waited for.
   */
  readonly atRest: (work: () => void, patience: number, rest?: number) => (() => void) | undefined;
}

export const createTyping = (): Typing => {
  let last = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** How long each waits at most, and without a key. */
  const waiting = new Map<() => void, { readonly due: number; readonly rest: number }>();
  const run = () => {
    const now = performance.now();
    for (const [work, { due, rest }] of waiting) {
      if (now < due && now < last + rest) continue;
      waiting.delete(work);
      work();
    }
  };
  const wait = () => {
    clearTimeout(timer);
    const rest = Math.min(...[...waiting.values()].map((one) => one.rest));
    if (waiting.size > 0) timer = setTimeout(look, last + rest - performance.now());
  };
  const look = () => {
    run();
    wait();
  };
  return {
    pressed() {
      last = performance.now();
      if (waiting.size > 0) requestAnimationFrame(() => setTimeout(run));
    },
    atRest(work, patience, rest = usual) {
      const now = performance.now();
      if (now >= last + rest) {
        work();
        return undefined;
      }
      waiting.set(work, { due: now + patience, rest });
      wait();
      return () => waiting.delete(work);
    },
  };
};
