/** One limit: `points` in `seconds` for each key. */
export interface Limit {
  readonly name: string;
  readonly points: number;
  readonly seconds: number;
}

/** Counts attempts. */
export interface LimitsPort {
  /** Takes one point of `key`; answers how many milliseconds to wait where none is left, else 0. */
  take(limit: Limit, key: string): Promise<number>;
  /** Gives all points of `key` back. */
  clear(limit: Limit, key: string): Promise<void>;
}
