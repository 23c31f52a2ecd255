import { and, eq, inArray, or } from 'drizzle-orm';
import { schema, type Tx } from '../../db/database.ts';
import type { Sealer } from '../../db/sealed.ts';
import { decodeIndex, encodeIndex, type FileIndex, type SplitFile } from './file-index.ts';
import { decodeVectors, type Vectors } from './vectors.ts';

const { passageIndexes, passages, passageVectors } = schema;

/** Shorter texts are split when they have to be: thirty of them, the most that a chat gives, take a few milliseconds. */
export const storedFrom = 2000;
/** Rows of one statement. */
const page = 500;

/** Stores the passages of a text, once. What its file owns goes with it. */
export const storePassages = async (
  tx: Tx,
  key: string,
  { index, texts }: SplitFile,
  { seal }: Sealer,
): Promise<void> => {
  const made = await tx
    .insert(passageIndexes)
    .values({ key, index: seal(encodeIndex(index)) })
    .onConflictDoNothing()
    .returning({ key: passageIndexes.key });
  if (made.length === 0) return;
  for (let start = 0; start < texts.length; start += page) {
    const rows = texts.slice(start, start + page);
    await tx
      .insert(passages)
      .values(rows.map((text, at) => ({ key, position: start + at, text: seal(text) })))
      .onConflictDoNothing();
  }
};

export interface StoredIndex {
  readonly index: FileIndex;
  readonly vectors: Vectors | undefined;
}

/** What is stored of these files, with the vectors of that embedder. */
export const indexesOf = async (
  db: Tx,
  keys: readonly string[],
  embedder: string | undefined,
): Promise<ReadonlyMap<string, StoredIndex>> => {
  if (keys.length === 0) return new Map();
  const rows = await db
    .select({ key: passageIndexes.key, index: passageIndexes.index, vectors: passageVectors.vectors })
    .from(passageIndexes)
    .leftJoin(
      passageVectors,
      and(eq(passageVectors.key, passageIndexes.key), eq(passageVectors.embedder, embedder ?? '')),
    )
    .where(inArray(passageIndexes.key, [...keys]));
  return new Map(
    rows.flatMap(({ key, index: stored, vectors }) => {
      const index = decodeIndex(stored);
      return index ? [[key, { index, vectors: vectors === null ? undefined : decodeVectors(vectors) }]] : [];
    }),
  );
};

/** The texts of some passages of each of some files, by the file's key and then by position. */
export const passageTexts = async (
  db: Tx,
  wanted: ReadonlyMap<string, readonly number[]>,
): Promise<ReadonlyMap<string, ReadonlyMap<number, string>>> => {
  const asked = [...wanted].filter(([, positions]) => positions.length > 0);
  if (asked.length === 0) return new Map();
  const rows = await db
    .select()
    .from(passages)
    .where(
      or(...asked.map(([key, positions]) => and(eq(passages.key, key), inArray(passages.position, [...positions])))),
    );
  return new Map(
    [...Map.groupBy(rows, ({ key }) => key)].map(([key, found]) => [
      key,
      new Map(found.map(({ position, text }) => [position, text])),
    ]),
  );
};
