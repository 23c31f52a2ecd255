import { and, eq, isNotNull, or } from 'drizzle-orm';
import { type Db, schema } from '../../db/database.ts';
import { keyOf } from '../../ports/objects.ts';
import { homeOf } from '../chats/tags.ts';
import { hasTurnVectors } from '../recall/store.ts';
import { type OptionalEmbedding, preparedAmong, type Services, vectorsFor, type EmbedOptions } from './embed.ts';

const { agents, chats, messageFiles, messages } = schema;

/** The number of characters of a question that are embedded. */
const maxQuestionCharacters = 4000;

/** Where passages for a question are searched. */
export interface QuestionScope {
  readonly chatId?: string | undefined;
  readonly agentId?: string | undefined;
  readonly keys: readonly string[];
}

/** The keys of the files in this scope. */
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
  const backgroundUrls = [...(found?.files ?? []), ...(collection?.files ?? [])].map(({ url }) => url);
  const urls = [...inChat.flatMap(({ url }) => url ?? []), ...backgroundUrls];
  return [...new Set([...keys, ...urls.flatMap((url) => keyOf(url) ?? [])])];
};

/** Whether files or older messages in this scope have vectors of that embedder. */
const isSearchable = async (db: Db, scope: QuestionScope, embedder: string): Promise<boolean> => {
  const keys = await keysIn(db, scope);
  if (keys.length > 0 && (await preparedAmong(db, keys, { embedder })).length > 0) return true;
  return scope.chatId !== undefined && hasTurnVectors(db, scope.chatId.toLowerCase(), embedder);
};

/**
 * The vector of a question. Undefined if nothing in its scope has vectors, a budget is used up, or the embedder fails
 * or takes too long. `counted` settles once the usage is recorded; nobody has to wait for it.
 */
export const questionVector = async (
  services: Services,
  { embedder, user, log }: OptionalEmbedding,
  prompt: string,
  scope: QuestionScope,
): Promise<{ readonly vector?: readonly number[] | undefined; readonly counted?: Promise<unknown> }> => {
  const { db } = services.database;
  if (!embedder || prompt.trim() === '') return {};
  if (!(await isSearchable(db, scope, embedder.id))) return {};
  const { promise, resolve } = Promise.withResolvers<readonly number[] | undefined>();
  const { embeddingWait: timeout } = services.config.modelInput;
  const timer = setTimeout(resolve, timeout, undefined);
  const text = prompt.slice(0, maxQuestionCharacters).toWellFormed();
  const options: EmbedOptions = { timeout, patient: false, onVectors: ([vector]) => resolve(vector) };
  const counted = vectorsFor(services, { embedder, user, log }, [text], options)
    // The operator page reports a failing embedder; search by words still works.
    .catch(() => undefined)
    .finally(() => resolve(undefined));
  const vector = await promise;
  clearTimeout(timer);
  return { vector, counted };
};
