import { eq, inArray, sql } from 'drizzle-orm';
import { type Db, schema } from '../../db/database.ts';
import { unquoted, type WarnLog } from '../../log.ts';
import { plainEntry } from '../../ports/model-catalog.ts';
import type { EmbeddingsPort } from '../../ports/embeddings.ts';
import { withLease } from '../lease.ts';
import type { Parts } from '../parts.ts';
import { estimatedTokens, noAmounts } from '../usage/amounts.ts';
import { runSideRequest, unlessBudget } from '../usage/side-request.ts';
import { indexYielding } from './file-index.ts';
import { openFile, openSentences } from './open-files.ts';
import { sentencesIn } from './split.ts';
import { storePassages } from './store.ts';
import { encodeVectors, joinVectors, type Vectors, vectorsOf } from './vectors.ts';

const { objectReadings, passages } = schema;

/** The time limit for all passages of a file, in milliseconds. */
const fileTimeout = 10 * 60_000;
/** The number of texts whose vectors are held as numbers at the same time. */
const sliceSize = 1024;
/** The number of files that an instance embeds at the same time. */
const maxConcurrent = 2;
export type Services = Pick<Parts, 'database' | 'sealer' | 'now' | 'config' | 'catalog' | 'ending'>;

/** The files that this process is embedding, by file and embedder. */
const inFlight = new Map<string, Promise<void>>();
const waiting: (() => void)[] = [];
let running = 0;

const withSlot = async (work: () => Promise<void>): Promise<void> => {
  if (running >= maxConcurrent) await new Promise<void>((resolve) => waiting.push(resolve));
  running += 1;
  try {
    await work();
  } finally {
    running -= 1;
    waiting.shift()?.();
  }
};

/** The texts of a file's passages. A file that is older than passages is split and stored now. */
const textsFor = async ({ database: { db }, sealer }: Services, key: string): Promise<readonly string[]> => {
  const known = await db
    .select({ text: passages.text })
    .from(passages)
    .where(eq(passages.key, key))
    .orderBy(passages.position);
  if (known.length > 0) return known.map(({ text }) => text);
  const [reading] = await db
    .select({ text: objectReadings.text })
    .from(objectReadings)
    .where(eq(objectReadings.key, key));
  if (!reading?.text) return [];
  const split = await indexYielding(reading.text);
  await db.transaction((tx) => storePassages(tx, key, split, sealer));
  return split.texts;
};

interface Embedding {
  readonly embedder: EmbeddingsPort;
  /** The user whose usage it counts as. */
  readonly user: string;
  readonly log: WarnLog;
}

/** Without an embedder, passages are found by words only. */
export type OptionalEmbedding = Omit<Embedding, 'embedder'> & { readonly embedder: EmbeddingsPort | undefined };

/** `open`: the chat is not secure, so the database may search its files. */
interface Preparing extends OptionalEmbedding {
  readonly open: boolean;
}

export interface EmbedOptions {
  /** The time limit in milliseconds. */
  readonly timeout: number;
  /** Whether nobody waits for the vectors. */
  readonly patient: boolean;
  readonly onVectors?: (vectors: readonly (readonly number[])[]) => void;
}

type Embed = (texts: readonly string[]) => Promise<readonly (readonly number[])[]>;

/** What `work` makes of vectors, in one request that is counted as usage; undefined if a budget is used up. */
const counted = async <T>(
  services: Services,
  { embedder, user, log }: Embedding,
  texts: readonly string[],
  { timeout, patient }: Omit<EmbedOptions, 'onVectors'>,
  work: (embed: Embed) => Promise<T>,
): Promise<T | undefined> => {
  const model = services.catalog.entryOf(embedder.model) ?? plainEntry(embedder.model, '', '', '');
  const requested = { ...noAmounts, input: estimatedTokens(texts) };
  const ending = patient ? services.ending : undefined;
  const sideRequest = { user, purpose: 'embedding', model, timeout, requested, ending, log } as const;
  return unlessBudget(
    runSideRequest(services, sideRequest, (signal, report) => {
      let input = 0;
      const onTokens = (tokens: number) => report({ input: (input += tokens) });
      return work((some) => embedder.embed(some, signal, { onTokens, patient }));
    }),
  );
};

/** The vectors of texts, counted as usage; undefined if a budget is used up. */
export const vectorsFor = (
  services: Services,
  embedding: Embedding,
  texts: readonly string[],
  { onVectors, ...options }: EmbedOptions,
) =>
  counted(services, embedding, texts, options, async (embed) => {
    const vectors = await embed(texts);
    onVectors?.(vectors);
    return vectors;
  });

/**
 * The vectors of the sentences of each passage, as `vectorsFor`. They are reduced to bytes slice by slice: as numbers,
 * those of one long file would fill hundreds of megabytes.
 */
export const sentenceVectorsFor = (
  services: Services,
  embedding: Embedding,
  sentences: readonly (readonly string[])[],
  timeout: number,
): Promise<Vectors | undefined> => {
  const texts = sentences.flat();
  return counted(services, embedding, texts, { timeout, patient: true }, async (embed) => {
    const parts: Vectors[] = [];
    for (let start = 0; start < texts.length; start += sliceSize)
      parts.push(vectorsOf(await embed(texts.slice(start, start + sliceSize))));
    return joinVectors(
      parts,
      sentences.map(({ length }) => length),
    );
  });
};

const embedFile = async (
  services: Services,
  preparation: Embedding,
  key: string,
  texts: readonly string[],
): Promise<void> => {
  const { db } = services.database;
  const { id } = preparation.embedder;
  // Another instance may have embedded the file in the meantime.
  if ((await preparedAmong(db, [key], { embedder: id })).length > 0) return;
  const vectors = await sentenceVectorsFor(services, preparation, texts.map(sentencesIn), fileTimeout);
  if (!vectors) return;
  const stored = services.sealer.seal(encodeVectors(vectors));
  // Inserts nothing if the file was deleted in the meantime.
  await db.execute(sql`
    insert into passage_vectors (key, embedder, vectors)
    select key, ${id}, ${stored} from passage_indexes where key = ${key} for share
    on conflict do nothing`);
};

/** Prepares what one file lacks; only one instance at a time works on it. */
const prepareFile = async (
  services: Services,
  { embedder, open, ...preparation }: Preparing,
  key: string,
): Promise<void> => {
  const { db } = services.database;
  await withLease(db, { table: 'passage_leases', of: { key, embedder: embedder?.id ?? '' } }, async () => {
    const texts = await textsFor(services, key);
    if (texts.length === 0) return;
    if (open) await openFile(db, key);
    if (!embedder) return;
    await embedFile(services, { ...preparation, embedder }, key, texts);
    if (open) await openSentences(db, key, embedder.id);
  });
};

/**
 * Prepares the files of a request for search after its reply: passages, vectors and, if the chat is open, the database
 * search. A failure is logged. Like work that a crash interrupted, it is tried again with the next message that needs
 * the file.
 */
export const prepareFiles = async (
  services: Services,
  preparation: Preparing,
  keys: readonly string[],
): Promise<void> => {
  if (keys.length === 0) return;
  const { embedder, open, log } = preparation;
  const done = new Set(await preparedAmong(services.database.db, keys, { embedder: embedder?.id, open }));
  await Promise.all(
    keys
      .filter((key) => !done.has(key))
      .map((key) => {
        const id = `${embedder?.id} ${open} ${key}`;
        const started =
          inFlight.get(id) ??
          withSlot(() => prepareFile(services, preparation, key))
            .catch((error: unknown) => {
              if (services.ending.aborted) return;
              const why = error instanceof Error ? unquoted(error) : { reason: String(error) };
              log.warn({ key, ...why }, 'The passages of a file could not be embedded.');
            })
            .finally(() => inFlight.delete(id));
        inFlight.set(id, started);
        return started;
      }),
  );
};

interface Preparation {
  readonly embedder?: string | undefined;
  /** Whether the database has to be able to search them. */
  readonly open?: boolean;
}

/** The keys of the files that are split into passages and can be searched as required. */
export const preparedAmong = async (
  db: Db,
  keys: readonly string[],
  { embedder, open = false }: Preparation,
): Promise<string[]> => {
  const embedded = sql`exists (select from passage_vectors v where v.key = i.key and v.embedder = ${embedder})`;
  const compared = sql`(to_regclass('open_sentences') is null or ${embedder} = any(f.embedders))`;
  const { rows } = await db.execute<{ key: string }>(sql`
    select i.key from passage_indexes i join objects o on o.key = i.key left join open_files f on f.key = i.key
    where ${inArray(sql`i.key`, [...keys])} and ${embedder === undefined ? sql`true` : embedded}
      and (${!open} or o.secured or f.key is not null and ${embedder === undefined ? sql`true` : compared})`);
  return rows.map(({ key }) => key);
};
