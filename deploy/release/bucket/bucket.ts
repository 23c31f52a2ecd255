/** What releases need from an S3-compatible store: a key is written once and never changed. */
export interface Bucket {
  /** The address as `s3://bucket/prefix`. */
  readonly name: string;
  get(key: string): Promise<Buffer | undefined>;
  /** Writes a new key. Gives false if the key exists, even if another process created it at the same moment. */
  create(key: string, data: Buffer): Promise<boolean>;
  /** Keys with a prefix, in order. With `after`, only keys after that one. */
  list(prefix: string, after?: string): Promise<string[]>;
}

/** Processes items, `concurrency` at a time. The results are in the order of the items. */
export const inParallel = async <T, R>(
  items: readonly T[],
  concurrency: number,
  run: (item: T) => Promise<R>,
): Promise<R[]> => {
  const answers: R[] = [];
  // All workers take their items from one iterator.
  const waiting = items.entries();
  const turn = async () => {
    for (const [at, item] of waiting) answers[at] = await run(item);
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, items.length) }, turn));
  return answers;
};
