import { and, eq, inArray, or } from 'drizzle-orm';
import { schema, type Tx } from '../../db/database.ts';
import type { Sealer } from '../../db/sealed.ts';
import { decodeIndex, encodeIndex, type FileIndex, type SplitFile } from './file-index.ts';
import { createCache } from './cache.ts';
import { decodeVectors, type Vectors } from './vectors.ts';

const { passageIndexes, passages, passageVectors } = schema;

/**
 * Passages of shorter texts are not stored but split when needed: even thirty such files, the most in a request, take
 * only a few milliseconds.
 */
export const minStoredLength = 2000;
/** The number of rows per statement. */
const page = 500;

/** Stores the passages of a file's text, once. They are deleted with the file. */
export const storePassages = async (
  tx: Tx,
  key: string,
  { index, texts }: SplitFile,
  { seal }: Sealer,
): Promise<void> => {
  const inserted = await tx
    .insert(passageIndexes)
    .values({ key, index: seal(encodeIndex(index)) })
    .onConflictDoNothing()
    .returning({ key: passageIndexes.key });
  if (inserted.length === 0) return;
  for (let start = 0; start < texts.length; start += page) {
    const rows = texts.slice(start, start + page);
    await tx
      .insert(passages)
      .values(rows.map((text, at) => ({ key, position: start + at, text: seal(text) })))
      .onConflictDoNothing();
  }
};

const cachedIndexes = createCache<FileIndex>('index', (index) =>
  index.reduce((sum, { terms }) => sum + 3 * terms.byteLength, 0),
);
const cachedVectors = createCache<Vectors>('vectors', ({ bytes }) => bytes.length);
const cachedTexts = createCache<string>('text', ({ length }) => 2 * length);

/** Values from the cache, and for the other keys what `read` finds, which is then cached under `idOf(key)`. */
export const readThroughCache = async <T>(
  cache: ReturnType<typeof createCache<T>>,
  keys: readonly string[],
  idOf: (key: string) => string,
  read: (missing: string[]) => Promise<(readonly [string, T | undefined])[]>,
): Promise<ReadonlyMap<string, T>> => {
  const found = new Map<string, T>();
  const missing = keys.filter((key) => {
    const open = cache.get(idOf(key));
    if (open !== undefined) found.set(key, open);
    return open === undefined;
  });
  for (const [key, value] of missing.length === 0 ? [] : await read(missing)) {
    if (value === undefined) continue;
    cache.put(idOf(key), value);
    found.set(key, value);
  }
  return found;
};

/** The stored indexes of these files. */
export const indexesOf = (db: Tx, keys: readonly string[]): Promise<ReadonlyMap<string, FileIndex>> =>
  readThroughCache(
    cachedIndexes,
    keys,
    (key) => key,
    async (missing) => {
      const rows = await db.select().from(passageIndexes).where(inArray(passageIndexes.key, missing));
      return rows.map(({ key, index }) => [key, decodeIndex(index)]);
    },
  );

/** The stored, sealed vectors of these files from that embedder. */
export const vectorsOfFiles = (
  db: Tx,
  keys: readonly string[],
  embedder: string,
): Promise<ReadonlyMap<string, Vectors>> =>
  readThroughCache(
    cachedVectors,
    keys,
    (key) => `${key} ${embedder}`,
    async (missing) => {
      const rows = await db
        .select()
        .from(passageVectors)
        .where(and(inArray(passageVectors.key, missing), eq(passageVectors.embedder, embedder)));
      return rows.map(({ key, vectors }) => [key, decodeVectors(vectors)]);
    },
  );

const readTexts = async (db: Tx, requested: readonly (readonly [string, readonly number[]])[]) =>
  requested.length === 0
    ? []
    : db
        .select()
        .from(passages)
        .where(
          or(
            ...requested.map(([key, positions]) =>
              and(eq(passages.key, key), inArray(passages.position, [...positions])),
            ),
          ),
        );

/** The texts of the given passages, by file key and then by position. */
export const passageTexts = async (
  db: Tx,
  requested: ReadonlyMap<string, readonly number[]>,
): Promise<ReadonlyMap<string, ReadonlyMap<number, string>>> => {
  const found = new Map<string, Map<number, string>>();
  const add = (key: string, position: number, text: string): void => {
    found.set(key, (found.get(key) ?? new Map<number, string>()).set(position, text));
  };
  const missing = [...requested].map(([key, positions]) => {
    const closed = positions.filter((position) => {
      const text = cachedTexts.get(`${key} ${position}`);
      if (text !== undefined) add(key, position, text);
      return text === undefined;
    });
    return [key, closed] as const;
  });
  for (const { key, position, text } of await readTexts(
    db,
    missing.filter(([, positions]) => positions.length > 0),
  )) {
    cachedTexts.put(`${key} ${position}`, text);
    add(key, position, text);
  }
  return found;
};
