import { inArray, sql } from 'drizzle-orm';
import { schema, type Tx } from '../../db/database.ts';
import type { PassageLocation } from './file-index.ts';
import { lexemeOf } from './open-files.ts';
import { createCache } from './cache.ts';
import { type Question, maxRanked, searchTerms } from './rank.ts';
import type { Nearest } from './searched.ts';
import { readThroughCache } from './store.ts';
import { unitOf, vectorText, vectorsOf } from './vectors.ts';

const { openFiles } = schema;

interface OpenFile {
  readonly key: string;
  readonly number: number;
  /** Whether the database stores the vectors of its sentences. */
  readonly embedded: boolean;
}

const cachedLayouts = createCache<readonly PassageLocation[]>('layout', ({ length }) => 40 * length);
const cachedPassages = createCache<readonly number[]>('passages', ({ length }) => 200 + 8 * length);

/** The layouts of open files, by file. */
const layoutsOf = (db: Tx, keys: readonly string[]): Promise<ReadonlyMap<string, readonly PassageLocation[]>> =>
  readThroughCache(
    cachedLayouts,
    keys,
    (key) => key,
    async (missing) => {
      const rows = await db.select().from(openFiles).where(inArray(openFiles.key, missing));
      return rows.map(({ key, pages, characters }) => [
        key,
        characters.map((count, at) => ({ characters: count, ...(pages[at] ? { page: pages[at] } : {}) })),
      ]);
    },
  );

/** The passages of each file that contain each term; uncached ones are read in one statement. */
const passagesOf = async (db: Tx, files: readonly OpenFile[], terms: readonly number[]) => {
  const found = new Map<string, readonly number[]>();
  const uncached = terms.flatMap((term) => {
    const missing = files.filter(({ key }) => {
      const passages = cachedPassages.get(`${key} ${term}`);
      if (passages) found.set(`${key} ${term}`, passages);
      return !passages;
    });
    return missing.length === 0 ? [] : [{ term, missing }];
  });
  if (uncached.length === 0) return found;
  const queries = uncached.map(({ term, missing }) => missing.map(({ number }) => lexemeOf(number, term)).join('|'));
  const { rows } = await db.execute<{ file: number; at: number; places: string }>(sql`
    select * from open_places(string_to_array(${queries.join(',')}, ','))`);
  const passages = new Map(rows.map((row) => [`${row.file} ${row.at}`, row.places.split(' ').map(Number)]));
  for (const [at, { term, missing }] of uncached.entries())
    for (const { key, number } of missing) {
      const some = passages.get(`${number} ${at + 1}`) ?? [];
      cachedPassages.put(`${key} ${term}`, some);
      found.set(`${key} ${term}`, some);
    }
  return found;
};

/** The sentences nearest to a question among these files, by file. */
const nearestOf = async (
  db: Tx,
  files: readonly OpenFile[],
  { vector, embedder }: { readonly vector: readonly number[]; readonly embedder: string },
): Promise<ReadonlyMap<number, Nearest>> => {
  const target = sql`${vectorText(vectorsOf([vector]), 0)}::vector`;
  const numbers = files.map(({ number }) => number);
  // The distance to a zero vector is NaN and counts as unrelated.
  const { rows } = await db.execute<{ file: number; position: number; score: number; sample: string }>(sql`
    select file, position, 1 - coalesce(nullif(distance, 'NaN'), 1) as score, encode(sample, 'hex') as sample
    from (
      select file, position, sample, vector <=> ${target} as distance from open_sentences
      where ${inArray(sql`file`, numbers)} and embedder = ${embedder} and vector_dims(vector) = ${vector.length}
      order by distance limit ${maxRanked}) as nearest`);
  return new Map(
    [...Map.groupBy(rows, ({ file }) => file)].map(([file, some]) => [
      file,
      {
        scores: Float32Array.from(some, ({ score }) => score),
        passageOf: (at) => some[at]!.position,
        sampleOf: (at) => unitOf(new Int8Array(Buffer.from(some[at]!.sample, 'hex'))),
      },
    ]),
  );
};

/** A file that the database searches, with its results. */
export interface DatabaseResult {
  readonly index: readonly PassageLocation[];
  readonly passagesWith: (term: number) => readonly number[];
  /** Undefined if its vectors are sealed or missing. */
  readonly nearest: (() => Nearest | undefined) | undefined;
}

/** Searches those of the files that are open for a question. */
export const searchOpen = async (
  db: Tx,
  keys: readonly string[],
  question: Question & { readonly embedder?: string | undefined },
): Promise<ReadonlyMap<string, DatabaseResult>> => {
  const { vector, embedder = '' } = question;
  const embedded = sql<boolean>`to_regclass('open_sentences') is not null and ${embedder} = any(${openFiles.embedders})`;
  const files = await db
    .select({ key: openFiles.key, number: openFiles.number, embedded })
    .from(openFiles)
    .where(inArray(openFiles.key, [...keys]));
  if (files.length === 0) return new Map();
  const layouts = await layoutsOf(
    db,
    files.map(({ key }) => key),
  );
  const passages = await passagesOf(db, files, searchTerms(question));
  const compared = vector ? files.filter((file) => file.embedded) : [];
  const nearest = vector && compared.length > 0 ? await nearestOf(db, compared, { vector, embedder }) : undefined;
  return new Map(
    files.flatMap(({ key, number, embedded: here }) => {
      const index = layouts.get(key);
      if (!index) return [];
      const passagesWith = (term: number) => passages.get(`${key} ${term}`) ?? [];
      return [[key, { index, passagesWith, nearest: here ? () => nearest?.get(number) : undefined }] as const];
    }),
  );
};
