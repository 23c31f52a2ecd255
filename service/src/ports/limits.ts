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

/** Limits rates and concurrency. */
export interface LimitsPort {
  /** Consumes one point of `key`. Returns 0, or the milliseconds to wait if no point is left. */
  consume(limit: Limit, key: string): Promise<number>;
  /** Restores all points of `key`. */
  clear(limit: Limit, key: string): Promise<void>;
  /** Occupies a slot of `key`. Returns how to release it, or undefined if no slot is free. */
  occupy(slots: Slots, key: string): Promise<(() => void) | undefined>;
}
