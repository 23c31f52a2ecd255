/** Milliseconds of rendering that one step is meant to take: the layout after it takes about as long again. */
const enough = 10;
const steps = { first: 800, least: 700, most: 8000 } as const;
/** The last step may be longer by so many characters: another one for them takes as long again. */
const last = 700;
/** A step is at most this many times as long as the one before. */
const growth = 1.6;
/** A burst is more than this at once, which batches of a slow page do not reach: they would wait a second time. */
const burst = 480;
/** A page spends at most one part of this many on what is less than a step of a burst. */
const parts = 10;
/** A step of more characters than this is not read as it comes. */
const calm = 240;
/** Milliseconds between two steps, at least: a frame for whoever scrolls or types; and as long as the step took. */
const frame = 16;

export interface Pacer {
  /** How many characters of a text of `length` may stand on the page at `now` (ms); `ended`: no more of it will come. */
  readonly allow: (length: number, now: number, ended?: boolean) => number;
  /** `shown` of `length` characters stand on the page since `now`; it took `ms`. */
  readonly stood: (shown: number, length: number, ms: number, now: number) => void;
  /** Whether the text grows by more than is read as it comes. */
  readonly hurried: (shown: number) => boolean;
  /** Milliseconds from `now` until more of a text of `length` may stand. */
  readonly wait: (length: number, now: number, ended?: boolean) => number;
}

/**
 * Lets a text that arrives faster than it can be rendered appear in steps as long as rendering allows, and leaves the page
 * free between them. One that arrives at the speed of reading is shown as it comes: its batches follow what they cost.
 */
export const createPacer = (): Pacer => {
  let step: number = steps.first;
  let shown = 0;
  let took = 0;
  let grown = 0;
  let since = Number.NEGATIVE_INFINITY;
  const wait = (length: number, now: number, ended = false) => {
    const waits = length - shown > burst && length - shown < step && !ended;
    return Math.max(0, since + Math.max(frame, waits ? took * parts : took) - now);
  };
  return {
    wait,
    hurried: (next) => (next === shown ? grown : next - shown) > calm,
    allow(length, now, ended = false) {
      if (wait(length, now, ended) > 0) return Math.min(length, shown);
      return ended && length - shown <= step + last ? length : Math.min(length, shown + step);
    },
    stood(next, length, ms, now) {
      if (next === shown) return;
      grown = next - shown;
      // Only a full step tells what a step takes.
      if (next < length || grown >= step)
        step = Math.min(
          steps.most,
          Math.round(step * growth),
          Math.max(steps.least, Math.round(step / growth), Math.round((grown * enough) / ms)),
        );
      took = took === 0 ? ms : (took + ms) / 2;
      shown = next;
      since = now;
    },
  };
};
