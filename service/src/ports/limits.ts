/** One limit: `points` in `seconds` for each key. */
export interface Limit {
  readonly name: string;
  readonly points: number;
  readonly seconds: number;
}

/** At most `count` at once for each key. */
export interface Slots {
  readonly name: string;
  readonly count: number;
}

/** Counts attempts, and what goes on at once. */
export interface LimitsPort {
  /** Takes one point of `key`; answers how many milliseconds to wait where none is left, else 0. */
  consume(limit: Limit, key: string): Promise<number>;
  /** Gives all points of `key` back. */
  clear(limit: Limit, key: string): Promise<void>;
  /** Takes a place of `key`; answers how to give it back, or undefined where all are taken. */
  occupy(places: Slots, key: string): Promise<(() => void) | undefined>;
}
