import { eq, inArray, sql } from 'drizzle-orm';
import { type Db, schema, type Tx } from '../../db/database.ts';
import { indexesOf, vectorsOfFiles } from './store.ts';
import { sampledBytes, type Vectors, vectorText } from './vectors.ts';

const { objects, openFiles } = schema;

/** The number of rows per statement. */
const page = 200;

/**
 * A term of a file as the database indexes it: each file has its own lexemes, so that other files do not slow down its
 * search.
 */
export const lexemeOf = (file: number, term: number): string => `${file.toString(36)}.${(term >>> 0).toString(36)}`;

/**
 * Permanently excludes files from the database search, because a secure chat uses them. Two statements are needed: the
 * second one sees what was written while the first one waited.
 */
export const sealFiles = async (tx: Tx, keys: readonly string[]): Promise<void> => {
  if (keys.length === 0) return;
  await tx
    .update(objects)
    .set({ secured: true })
    .where(sql`${inArray(objects.key, [...keys])} and not ${objects.secured}`);
  await tx.delete(openFiles).where(inArray(openFiles.key, [...keys]));
};

/** Makes the words of a file searchable in the database, once, unless a secure chat uses it. */
export const openFile = async (db: Db, key: string): Promise<void> => {
  const index = (await indexesOf(db, [key])).get(key);
  if (!index) return;
  await db.transaction(async (tx) => {
    const layout = { pages: index.map((one) => one.page ?? 0), characters: index.map((one) => one.characters) };
    const [created] = await tx
      .insert(openFiles)
      .values({ key, ...layout })
      .onConflictDoNothing()
      .returning({ file: openFiles.number });
    if (!created) return;
    const words = index.map(({ terms }) => Array.from(terms, (term) => lexemeOf(created.file, term)).join(' '));
    for (let start = 0; start < words.length; start += page)
      await tx.execute(sql`
        insert into open_passages (file, position, words)
        select ${created.file}, ${start} + at - 1, array_to_tsvector(string_to_array(words, ' '))
        from unnest(string_to_array(${words.slice(start, start + page).join(',')}, ',')) with ordinality as p (words, at)`);
    // This check comes last, so that a secure chat only has to wait for the commit.
    const open = await tx
      .select({ key: objects.key })
      .from(objects)
      .where(sql`${objects.key} = ${key} and not ${objects.secured}`)
      .for('share');
    if (open.length === 0) await tx.delete(openFiles).where(eq(openFiles.key, key));
  });
};

/** The passage of each vector, and the vector's number within the passage. */
const vectorPositions = ({ counts }: Vectors): readonly (readonly [number, number])[] =>
  Array.from(counts).flatMap((count, passage) =>
    Array.from({ length: count }, (_, place) => [passage, place] as const),
  );

const hexOf = (bytes: Int8Array): string => Buffer.from(bytes).toString('hex');

/**
 * Makes the sentences of an open file searchable in the database, if it can compare vectors. Each statement locks the
 * file by itself, so a secure chat waits for one of them at most.
 */
export const openSentences = async (db: Db, key: string, embedder: string): Promise<void> => {
  const [file] = await db
    .select({ passages: sql<number>`cardinality(${openFiles.characters})` })
    .from(openFiles)
    .where(sql`${openFiles.key} = ${key} and to_regclass('open_sentences') is not null`);
  const vectors = file && (await vectorsOfFiles(db, [key], embedder)).get(key);
  if (vectors?.counts.length !== file?.passages || !vectors) return;
  const positions = vectorPositions(vectors);
  for (let start = 0; start < positions.length; start += page) {
    // As text, all vectors of a long file would take many times their bytes.
    const rows = positions.slice(start, start + page).map(([passage, place], at) => {
      const sample = hexOf(sampledBytes(vectors, start + at));
      return `${passage} ${place} ${sample} ${vectorText(vectors, start + at)}`;
    });
    await db.execute(sql`
      insert into open_sentences (file, embedder, position, place, sample, vector)
      select number, ${embedder}, split_part(row, ' ', 1)::int, split_part(row, ' ', 2)::int,
        decode(split_part(row, ' ', 3), 'hex'), split_part(row, ' ', 4)::vector
      from open_files, unnest(string_to_array(${rows.join(';')}, ';')) as row
      where key = ${key} for key share of open_files
      on conflict do nothing`);
  }
  await db
    .update(openFiles)
    .set({ embedders: sql`array_append(${openFiles.embedders}, ${embedder})` })
    .where(sql`${openFiles.key} = ${key} and not ${embedder} = any(${openFiles.embedders})`);
};
