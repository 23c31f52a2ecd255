import { and, eq, inArray, or } from 'drizzle-orm';
import { schema, type Tx } from '../../db/database.ts';
import type { Sealer } from '../../db/sealed.ts';
import { decodeIndex, encodeIndex, type FileIndex, type SplitFile } from './file-index.ts';
import { keptOpen } from './opened.ts';
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

const openIndexes = keptOpen<StoredIndex>('index', ({ index, vectors }) =>
  index.reduce((sum, { terms }) => sum + 3 * terms.byteLength, vectors?.bytes.length ?? 0),
);
const openTexts = keptOpen<string>('text', ({ length }) => 2 * length);

const readIndexes = async (
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

/** What is stored of these files, with the vectors of that embedder. */
export const indexesOf = async (
  db: Tx,
  keys: readonly string[],
  embedder: string | undefined,
): Promise<ReadonlyMap<string, StoredIndex>> => {
  const idOf = (key: string) => `${key} ${embedder}`;
  const known = new Map(
    keys.flatMap((key) => {
      const open = openIndexes.get(idOf(key));
      return open ? [[key, open] as const] : [];
    }),
  );
  const read = await readIndexes(
    db,
    keys.filter((key) => !known.has(key)),
    embedder,
  );
  // One without vectors may have some with the next question.
  for (const [key, one] of read) if (one.vectors || embedder === undefined) openIndexes.put(idOf(key), one);
  return new Map([...known, ...read]);
};

const readTexts = async (db: Tx, asked: readonly (readonly [string, readonly number[]])[]) =>
  asked.length === 0
    ? []
    : db
        .select()
        .from(passages)
        .where(
          or(
            ...asked.map(([key, positions]) => and(eq(passages.key, key), inArray(passages.position, [...positions]))),
          ),
        );

/** The texts of some passages of each of some files, by the file's key and then by position. */
export const passageTexts = async (
  db: Tx,
  wanted: ReadonlyMap<string, readonly number[]>,
): Promise<ReadonlyMap<string, ReadonlyMap<number, string>>> => {
  const found = new Map<string, Map<number, string>>();
  const add = (key: string, position: number, text: string): void => {
    found.set(key, (found.get(key) ?? new Map<number, string>()).set(position, text));
  };
  const missing = [...wanted].map(([key, positions]) => {
    const closed = positions.filter((position) => {
      const text = openTexts.get(`${key} ${position}`);
      if (text !== undefined) add(key, position, text);
      return text === undefined;
    });
    return [key, closed] as const;
  });
  for (const { key, position, text } of await readTexts(
    db,
    missing.filter(([, positions]) => positions.length > 0),
  )) {
    openTexts.put(`${key} ${position}`, text);
    add(key, position, text);
  }
  return found;
};
