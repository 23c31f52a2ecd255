/** Milliseconds of rendering that one step should take. The layout after it takes about as long again. */
const stepTime = 10;
const steps = { first: 800, least: 700, most: 8000 } as const;
/** The last step may be longer by this many characters, because a step of their own would take as long again. */
const lastExtra = 700;
/** A step is at most this many times as long as the previous one. */
const growth = 1.6;
/**
 * More characters than this at once are a burst. The batches of a slow page stay below it: they have waited already.
 */
const burst = 480;
/** While a burst does not fill a step yet, at most one in this many parts of the time is spent on rendering it. */
const burstShare = 10;
/** A step of more characters than this arrives faster than it can be read. */
const readable = 240;
/**
 * At least this many milliseconds between two steps: a frame for scrolling and typing. Also at least as long as the
 * step took.
 */
const frame = 16;

export interface Pacer {
  /** How many characters of a text of `length` may be on the page at `now` (ms). `ended`: no more text will arrive. */
  readonly allow: (length: number, now: number, ended?: boolean) => number;
  /** Reports that `shown` of `length` characters are on the page since `now`, which took `ms`. */
  readonly rendered: (shown: number, length: number, ms: number, now: number) => void;
  /** Whether the text grows faster than it can be read. */
  readonly hurried: (shown: number) => boolean;
  /** Milliseconds from `now` until more of a text of `length` may be shown. */
  readonly wait: (length: number, now: number, ended?: boolean) => number;
}

/**
 * Shows a text that arrives faster than it can be rendered in steps as large as their rendering time allows, and leaves
 * the page free between them. A text that arrives at reading speed is shown as it comes.
 */
export const createPacer = (): Pacer => {
  let step: number = steps.first;
  let shown = 0;
  let took = 0;
  let grown = 0;
  let since = Number.NEGATIVE_INFINITY;
  const wait = (length: number, now: number, ended = false) => {
    const filling = length - shown > burst && length - shown < step && !ended;
    return Math.max(0, since + Math.max(frame, filling ? took * burstShare : took) - now);
  };
  return {
    wait,
    hurried: (next) => (next === shown ? grown : next - shown) > readable,
    allow(length, now, ended = false) {
      if (wait(length, now, ended) > 0) return Math.min(length, shown);
      return ended && length - shown <= step + lastExtra ? length : Math.min(length, shown + step);
    },
    rendered(next, length, ms, now) {
      if (next === shown) return;
      grown = next - shown;
      // Only a full step shows how long a step takes.
      if (next < length || grown >= step)
        step = Math.min(
          steps.most,
          Math.round(step * growth),
          Math.max(steps.least, Math.round(step / growth), Math.round((grown * stepTime) / ms)),
        );
      took = took === 0 ? ms : (took + ms) / 2;
      shown = next;
      since = now;
    },
  };
};
