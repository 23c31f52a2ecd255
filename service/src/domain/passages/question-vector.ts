import { and, eq, isNotNull, or } from 'drizzle-orm';
import { type Db, schema } from '../../db/database.ts';
import { keyOf } from '../../ports/objects.ts';
import { homeOf } from '../chats/tags.ts';
import { hasTurnVectors } from '../recall/store.ts';
import { type Maybe, preparedAmong, type Services, vectorsFor, type Waiting } from './embed.ts';

const { agents, chats, messageFiles, messages } = schema;

/** Characters of a question that are embedded. */
const questionMost = 4000;

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
  if (keys.length > 0 && (await preparedAmong(db, keys, { embedder })).length > 0) return true;
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
