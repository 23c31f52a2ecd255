/** Milliseconds of rendering that one step may take: the layout after it takes about as long again. */
const enough = 4;
const steps = { first: 240, least: 80, most: 4000 } as const;

export interface Pacer {
  /** How many characters of a text of `length` may stand on the page now. */
  readonly allow: (length: number) => number;
  /** `shown` of `length` characters stand on the page; it took `ms`. */
  readonly stood: (shown: number, length: number, ms: number) => void;
}

/**
 * Lets a text that arrives faster than it can be rendered appear in steps that leave the page free between them. The
 * length of a step follows what the steps before it took.
 */
export const createPacer = (): Pacer => {
  let step: number = steps.first;
  let shown = 0;
  return {
    allow: (length) => Math.min(length, shown + step),
    stood(now, length, ms) {
      // Only a full step tells what a step takes.
      if (now < length || now - shown >= step) {
        if (ms > enough) step = Math.max(steps.least, step * 0.6);
        else if (ms < enough / 2) step = Math.min(steps.most, step * 1.3);
      }
      shown = now;
    },
  };
};
