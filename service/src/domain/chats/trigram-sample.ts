import { sql } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';

/**
 * For each trigram, the numbers of the sampled messages that contain it, as a string separated by spaces: few of them
 * are ever read.
 */
export interface TrigramSample {
  readonly size: number;
  readonly having: ReadonlyMap<string, string>;
}

const sampleSize = 400;
/** The number of characters of each message that are sampled, from its start. */
const sampledCharacters = 2000;
const lifetimeMinutes = 10;
/** The fewest trigrams to search for when no sampled message has all of them. */
const minTrigrams = 4;
/** A trigram must exclude this part of the remaining messages, because each one costs search time. */
const minReduction = 0.1;

const takeSample = async (db: Db): Promise<TrigramSample> => {
  const { rows } = await db.execute<{ size: number; trigram: string; having: string }>(sql`
    with sample as materialized (
      select row_number() over () as nth, show_trgm(left(prompt || ' ' || content, ${sampledCharacters})) as trigrams
      from (
        select prompt, content from messages tablesample system (
          (select 100 * least(1, ${1.5 * sampleSize}::real / greatest(reltuples, 1)) from pg_class where oid = 'messages'::regclass)
        ) limit ${sampleSize}) picked)
    select (select count(*)::int from sample) as size, trigram, string_agg(nth::text, ' ') as having
    from sample, unnest(trigrams) trigram group by trigram`);
  return { size: rows[0]?.size ?? 0, having: new Map(rows.map(({ trigram, having }) => [trigram, having])) };
};

const samples = new WeakMap<Db, { readonly takenAt: number; readonly sample: Promise<TrigramSample> }>();

/**
 * A sample of the messages of all users, renewed from time to time. It only decides how a search runs, never what it
 * finds, so nobody waits for a newer one.
 */
export const trigramSample = (db: Db): Promise<TrigramSample> => {
  const known = samples.get(db);
  if (known !== undefined && Date.now() - known.takenAt < lifetimeMinutes * 60_000) return known.sample;
  const sample = takeSample(db);
  samples.set(db, { takenAt: Date.now(), sample });
  // Callers that wait for the sample get the error; the next search tries again.
  sample.catch(() => samples.delete(db));
  return known?.sample ?? sample;
};

interface Having {
  readonly trigram: string;
  readonly having: readonly string[];
}

/**
 * The few trigrams of a term that select about as much as all of them, rarest first, and the part of all messages that
 * has them. Reading the index for trigrams that most messages have gains nothing.
 */
export const rarest = (
  trigrams: readonly string[],
  { size, having }: TrigramSample,
): { readonly trigrams: readonly string[]; readonly share: number } => {
  if (size === 0) return { trigrams, share: 1 };
  const rarestFirst = (some: readonly Having[]) =>
    some.toSorted((one, other) => one.having.length - other.having.length);
  const chosen: string[] = [];
  let left = size;
  let others = rarestFirst(trigrams.map((trigram) => ({ trigram, having: having.get(trigram)?.split(' ') ?? [] })));
  for (let [next, ...rest] = others; next !== undefined; [next, ...rest] = others) {
    const gainsLittle = left === 0 ? chosen.length >= minTrigrams : next.having.length > (1 - minReduction) * left;
    if (gainsLittle && chosen.length > 0) break;
    const among = new Set(next.having);
    chosen.push(next.trigram);
    left = among.size;
    others = rarestFirst(rest.map((one) => ({ ...one, having: one.having.filter((nth) => among.has(nth)) })));
  }
  return { trigrams: chosen, share: left / size };
};
