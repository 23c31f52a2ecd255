/** What releases need of an S3-compatible store: a key is written once and never changed. */
export interface Bucket {
  /** As people name it: `s3://bucket/prefix`. */
  readonly name: string;
  get(key: string): Promise<Buffer | undefined>;
  /** Writes a key that is not there; false where it is, also where somebody else is faster by an instant. */
  create(key: string, data: Buffer): Promise<boolean>;
  /** Keys below a prefix, in their order; with `after` only those behind it. */
  list(prefix: string, after?: string): Promise<string[]>;
}

/** Runs over items, so many at once; the answers are in the order of the items. */
export const inParallel = async <T, R>(
  items: readonly T[],
  concurrency: number,
  run: (item: T) => Promise<R>,
): Promise<R[]> => {
  const answers: R[] = [];
  // All turns take from one iterator.
  const waiting = items.entries();
  const turn = async () => {
    for (const [at, item] of waiting) answers[at] = await run(item);
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, items.length) }, turn));
  return answers;
};
