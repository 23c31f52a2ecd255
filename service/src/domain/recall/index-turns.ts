import { anyOf } from '../../db/any-of.ts';
import { type Db, schema } from '../../db/database.ts';
import type { WarnLog } from '../../log.ts';
import { pathIn } from '../chats/branches.ts';
import { type ChatRow, ownChat } from '../chats/chats.ts';
import { ownMessage } from '../chats/messages.ts';
import { omissionsOf } from '../context/omissions.ts';
import { withLease } from '../lease.ts';
import type { Parts } from '../parts.ts';
import { sentenceVectorsFor } from '../passages/embed.ts';
import { indexText } from '../passages/file-index.ts';
import { sentencesIn } from '../passages/split.ts';
import {
  type GroupRange,
  groupsIn,
  groupSize,
  pageOf,
  positionOf,
  readGroups,
  storedGroups,
  storeGroup,
  storeGroupVectors,
} from './store.ts';

const { messages } = schema;

/** The time limit for the vectors of one group of messages, in milliseconds. */
const groupTimeout = 2 * 60_000;

type Services = Pick<Parts, 'database' | 'sealer' | 'now' | 'config' | 'catalog' | 'embedders' | 'ending'>;

/** The omissions that say that a request did not include all messages. */
const older: ReadonlySet<string> = new Set(['messages-summarized', 'messages-left-out', 'more-left-out']);

/** The passages of some consecutive messages; undefined while one of them is being answered. */
const passagesOf = async (db: Db, ids: readonly string[]) => {
  const rows = await db
    .select({
      id: messages.id,
      prompt: messages.prompt,
      content: messages.content,
      pending: messages.pending,
      failed: messages.failed,
    })
    .from(messages)
    .where(anyOf(messages.id, ids));
  if (rows.some(({ pending }) => pending)) return undefined;
  const byId = new Map(rows.map((row) => [row.id, row]));
  const parts = ids.flatMap((id, at) => {
    const row = byId.get(id);
    // Failed messages are not sent to a model, so they are not indexed either.
    if (!row || row.failed) return [];
    return [row.prompt, row.content].map((text, side) => ({ page: pageOf(at, side === 1), ...indexText(text) }));
  });
  return {
    texts: parts.flatMap(({ texts }) => texts),
    index: parts.flatMap(({ page, index }) => index.map((one) => ({ ...one, page }))),
  };
};

interface Work {
  readonly services: Services;
  readonly chat: ChatRow;
  readonly userId: string;
  readonly branch: readonly string[];
  readonly log: WarnLog;
}

/** Indexes the words of groups that are not indexed yet. */
const indexMissing = async ({ services, chat, branch }: Work, ranges: readonly GroupRange[]): Promise<void> => {
  const { db } = services.database;
  const stored = await storedGroups(db, ranges);
  for (const { upToId, from } of ranges) {
    if (stored.has(upToId)) continue;
    const found = await passagesOf(db, branch.slice(from, from + groupSize));
    if (found) await storeGroup(db, { chatId: chat.id, upToId, ...found }, services.sealer);
  }
};

/** Creates missing vectors of the stored groups, newest first. */
const embedMissing = async ({ services, chat, userId, log }: Work, ranges: readonly GroupRange[]): Promise<void> => {
  const { database, embedders, sealer } = services;
  const { db } = database;
  const embedder = chat.secure ? embedders.secure : embedders.open;
  if (!embedder) return;
  const stored = await storedGroups(db, ranges);
  for (const { upToId } of ranges.toReversed()) {
    if (!stored.has(upToId) || stored.get(upToId) === embedder.id) continue;
    // A chat that became secure in the meantime may only use an embedder for secure chats.
    if ((await ownChat(db, userId, chat.id)).secure !== chat.secure) return;
    const group = (await readGroups(db, [upToId], embedder.id)).get(upToId);
    if (!group) continue;
    // A prompt is embedded by sentence; an answer, which is longer, by passage.
    const sentences = group.texts.map((text, at) =>
      positionOf(group.index[at]!.page ?? 1).answer ? [text] : sentencesIn(text),
    );
    const vectors = await sentenceVectorsFor(services, { embedder, user: userId, log }, sentences, groupTimeout);
    if (!vectors) return;
    await storeGroupVectors(db, upToId, { embedder: embedder.id, vectors }, sealer);
  }
};

/**
 * Indexes older messages for search once a request with the user's own message could not include them all. It is called
 * after the reply has ended; nobody waits for it. What fails is tried again with the next message.
 */
export const indexTurns = async (
  services: Services,
  userId: string,
  messageId: string,
  log: WarnLog,
): Promise<void> => {
  const { db } = services.database;
  const message = await ownMessage(db, userId, messageId);
  if (!omissionsOf(message.omissions).some(({ kind }) => older.has(kind))) return;
  const chat = await ownChat(db, userId, message.chatId);
  // A temporary chat leaves nothing behind.
  if (chat.function !== null || chat.expires !== null) return;
  const branch = await pathIn(db, chat.id, message.id);
  const ranges = groupsIn(branch);
  const embedder = chat.secure ? services.embedders.secure : services.embedders.open;
  const stored = await storedGroups(db, ranges);
  const isComplete = ({ upToId }: GroupRange) =>
    stored.has(upToId) && (!embedder || stored.get(upToId) === embedder.id);
  if (ranges.every(isComplete)) return;
  const work = { services, chat, userId, branch, log };
  await withLease(db, { table: 'turn_leases', of: { chat_id: chat.id } }, async () => {
    await indexMissing(work, ranges);
    await embedMissing(work, ranges);
  });
};
