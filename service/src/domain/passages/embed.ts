import { and, eq, inArray, isNotNull, or, sql } from 'drizzle-orm';
import { type Db, schema } from '../../db/database.ts';
import { unquoted, type WarnLog } from '../../log.ts';
import { plainEntry } from '../../ports/model-catalog.ts';
import type { EmbeddingsPort } from '../../ports/embeddings.ts';
import { keyOf } from '../../ports/objects.ts';
import { homeOf } from '../chats/tags.ts';
import { underLease } from '../lease.ts';
import type { Parts } from '../parts.ts';
import { estimatedTokens, noAmounts } from '../usage/amounts.ts';
import { hasTurnVectors } from '../recall/store.ts';
import { countedSideRequest, unlessBudget } from '../usage/side-request.ts';
import { indexInTurns } from './file-index.ts';
import { sentencesIn } from './split.ts';
import { storePassages } from './store.ts';
import { encodeVectors, vectorsOf } from './vectors.ts';

const { agents, chats, messageFiles, messages, objectReadings, passageIndexes, passages, passageVectors } = schema;

/** Milliseconds for all passages of a file. */
const fileWait = 10 * 60_000;
/** Files that an instance embeds at once. */
const atOnce = 2;
/** Characters of a question that are embedded. */
const questionMost = 4000;

type Services = Pick<Parts, 'database' | 'sealer' | 'now' | 'config' | 'catalog'>;

/** What is being embedded by this process, by file and embedder. */
const underWay = new Map<string, Promise<void>>();
const waiting: (() => void)[] = [];
let running = 0;

const inTurn = async (work: () => Promise<void>): Promise<void> => {
  if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
  running += 1;
  try {
    await work();
  } finally {
    running -= 1;
    waiting.shift()?.();
  }
};

/** The texts of a file's passages; one that was read before there were any is split and stored. */
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
  const split = await indexInTurns(reading.text);
  await db.transaction((tx) => storePassages(tx, key, split, sealer));
  return split.texts;
};

interface Embedding {
  readonly embedder: EmbeddingsPort;
  /** The person whom it is counted for. */
  readonly user: string;
  readonly log: WarnLog;
}

/** Without an embedder passages are found by words. */
type Maybe = Omit<Embedding, 'embedder'> & { readonly embedder: EmbeddingsPort | undefined };

interface Waiting {
  /** Milliseconds. */
  readonly wait: number;
  /** Nobody waits for them. */
  readonly patient: boolean;
  readonly onVectors?: (vectors: readonly (readonly number[])[]) => void;
}

/** Vectors of texts, counted; undefined where a budget is used up. */
export const vectorsFor = async (
  services: Services,
  { embedder, user, log }: Embedding,
  texts: readonly string[],
  { wait: patience, patient, onVectors }: Waiting,
) => {
  const model = services.catalog.entryOf(embedder.model) ?? plainEntry(embedder.model, '', '', '');
  const asked = { ...noAmounts, input: estimatedTokens(texts) };
  const sideRequest = { user, purpose: 'embedding', model, patience, asked, log } as const;
  return unlessBudget(
    countedSideRequest(services, sideRequest, async (signal, report) => {
      let input = 0;
      const onTokens = (tokens: number) => report({ input: (input += tokens) });
      const vectors = await embedder.embed(texts, signal, { onTokens, patient });
      onVectors?.(vectors);
      return vectors;
    }),
  );
};

const embedFile = async (services: Services, given: Embedding, key: string): Promise<void> => {
  const { db } = services.database;
  const { id } = given.embedder;
  await underLease(db, { table: 'passage_leases', of: { key, embedder: id } }, async () => {
    // Another instance may have had it until now.
    if ((await preparedAmong(db, [key], id)).length > 0) return;
    const texts = await textsFor(services, key);
    if (texts.length === 0) return;
    const sentences = texts.map(sentencesIn);
    const found = await vectorsFor(services, given, sentences.flat(), { wait: fileWait, patient: true });
    if (!found) return;
    const lengths = sentences.map(({ length }) => length);
    const stored = services.sealer.seal(encodeVectors(vectorsOf(found, lengths)));
    // A file that has gone meanwhile takes none.
    await db.execute(sql`
      insert into passage_vectors (key, embedder, vectors)
      select key, ${id}, ${stored} from passage_indexes where key = ${key} for share
      on conflict do nothing`);
  });
};

/**
 * Makes the vectors that files of a request lack, behind its reply; without an embedder only their passages. What fails is logged, and
 * tried again with the next message that needs the file: so is what a kill ended.
 */
export const prepareFiles = async (
  services: Services,
  { embedder, user, log }: Maybe,
  keys: readonly string[],
): Promise<void> => {
  if (keys.length === 0) return;
  const { db } = services.database;
  const done = new Set(await preparedAmong(db, keys, embedder?.id));
  await Promise.all(
    keys
      .filter((key) => !done.has(key))
      .map((key) => {
        const id = `${embedder?.id} ${key}`;
        const work = async () =>
          embedder ? embedFile(services, { embedder, user, log }, key) : void (await textsFor(services, key));
        const started =
          underWay.get(id) ??
          inTurn(work)
            .catch((error: unknown) => {
              const why = error instanceof Error ? unquoted(error) : { reason: String(error) };
              log.warn({ key, ...why }, 'The passages of a file were not embedded.');
            })
            .finally(() => underWay.delete(id));
        underWay.set(id, started);
        return started;
      }),
  );
};

const preparedAmong = async (db: Db, keys: readonly string[], embedder: string | undefined): Promise<string[]> => {
  const rows =
    embedder === undefined
      ? await db
          .select({ key: passageIndexes.key })
          .from(passageIndexes)
          .where(inArray(passageIndexes.key, [...keys]))
      : await db
          .select({ key: passageVectors.key })
          .from(passageVectors)
          .where(sql`${inArray(passageVectors.key, [...keys])} and ${passageVectors.embedder} = ${embedder}`);
  return rows.map(({ key }) => key);
};

/** Where a question may find passages. */
export interface QuestionScope {
  readonly chatId?: string | undefined;
  readonly agentId?: string | undefined;
  readonly keys: readonly string[];
}

/** The files that a question of this scope may be about. */
const keysIn = async (db: Db, { chatId, agentId, keys }: QuestionScope): Promise<string[]> => {
  const inChat = chatId
    ? await db
        .select({ url: messageFiles.url, agentId: chats.agentId })
        .from(chats)
        .leftJoin(messages, eq(messages.chatId, chats.id))
        .leftJoin(messageFiles, eq(messageFiles.messageId, messages.id))
        .where(and(eq(chats.id, chatId.toLowerCase()), or(isNotNull(messageFiles.url), isNotNull(chats.agentId))))
    : [];
  const agent = agentId?.toLowerCase() ?? inChat[0]?.agentId;
  const [found] = agent ? await db.select({ files: agents.files }).from(agents).where(eq(agents.id, agent)) : [];
  const collection = chatId ? await homeOf(db, chatId.toLowerCase()) : undefined;
  const behind = [...(found?.files ?? []), ...(collection?.files ?? [])].map(({ url }) => url);
  const urls = [...inChat.flatMap(({ url }) => url ?? []), ...behind];
  return [...new Set([...keys, ...urls.flatMap((url) => keyOf(url) ?? [])])];
};

/** Whether files or older messages of this scope have vectors of that embedder. */
const isSearchable = async (db: Db, scope: QuestionScope, embedder: string): Promise<boolean> => {
  const keys = await keysIn(db, scope);
  if (keys.length > 0 && (await preparedAmong(db, keys, embedder)).length > 0) return true;
  return scope.chatId !== undefined && hasTurnVectors(db, scope.chatId.toLowerCase(), embedder);
};

/**
 * The vector of a question; none where nothing to be searched has any, a budget is used up, or the embedder takes too long or
 * fails. `counted` ends once it is counted what that took; nobody has to wait for it.
 */
export const questionVector = async (
  services: Services,
  { embedder, user, log }: Maybe,
  prompt: string,
  scope: QuestionScope,
): Promise<{ readonly vector?: readonly number[] | undefined; readonly counted?: Promise<unknown> }> => {
  const { db } = services.database;
  if (!embedder || prompt.trim() === '') return {};
  if (!(await isSearchable(db, scope, embedder.id))) return {};
  const { promise, resolve } = Promise.withResolvers<readonly number[] | undefined>();
  const { embeddingWait: wait } = services.config.modelInput;
  const late = setTimeout(resolve, wait, undefined);
  const text = prompt.slice(0, questionMost).toWellFormed();
  const waiting: Waiting = { wait, patient: false, onVectors: ([vector]) => resolve(vector) };
  const counted = vectorsFor(services, { embedder, user, log }, [text], waiting)
    // The embedder knows that it fails, and the operator page says so: the words of the question do.
    .catch(() => undefined)
    .finally(() => resolve(undefined));
  const vector = await promise;
  clearTimeout(late);
  return { vector, counted };
};
