import type { Message } from '@atrium/shared-kernel/contracts/entities/chat';
import { and, eq, sql } from 'drizzle-orm';
import { anyOf } from '../../db/any-of.ts';
import { keyOf } from '../../ports/objects.ts';
import { schema, type Tx } from '../../db/database.ts';
import type { ReplyHub } from '../replies/hub.ts';
import { mayRead } from '../files/references.ts';
import { withUrls } from '../passages/cited.ts';
import { storedReply } from '../replies/stored-reply.ts';
import { alive } from './chats.ts';
import { pathTo, positionsOf, shownLeaf } from './branches.ts';
import { messageOnWire } from './wire.ts';
import { DomainError } from '../domain-error.ts';

const { chats, messages, messageFiles, reports } = schema;
export type MessageRow = typeof messages.$inferSelect;

/** The messages, with the text so far for those that are still pending. */
export const withDrafts = (replies: Pick<ReplyHub, 'draft'>, rows: readonly MessageRow[]): Promise<MessageRow[]> =>
  Promise.all(
    rows.map(async (row) => {
      if (!row.pending) return row;
      const draft = await replies.draft(row.id);
      return { ...row, ...storedReply(draft), thoughts: draft.thoughts, loadingText: draft.loadingText ?? null };
    }),
  );

/**
 * Removes links of cited files that the reader may not open. Copies of shared chats that were made by earlier releases
 * have links to files of the owner's collection.
 */
const withOpenLinks = async (db: Tx, readerId: string, read: readonly Message[]): Promise<Message[]> => {
  const sent = new Set(read.flatMap(({ userFiles }) => userFiles.map(({ url }) => url)));
  const closed = new Set<string>();
  const cited = read.flatMap(({ passages = [] }) => passages.flatMap(({ file: { url } }) => url ?? []));
  for (const url of new Set(cited)) {
    const key = sent.has(url) ? undefined : keyOf(url);
    if (key !== undefined && !(await mayRead(db, readerId, key))) closed.add(url);
  }
  if (closed.size === 0) return [...read];
  const urlOf = (url: string) => (closed.has(url) ? undefined : url);
  return read.map((message) =>
    message.passages ? { ...message, passages: withUrls(message.passages, urlOf) } : message,
  );
};

/**
 * The messages in their wire form, with their files. `readerId` is the user whose reports are included, and who gets no
 * links to files that they may not open.
 */
export const onWire = async (db: Tx, rows: readonly MessageRow[], readerId?: string): Promise<Message[]> => {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const [files, reported] = await Promise.all([
    db.select().from(messageFiles).where(anyOf(messageFiles.messageId, ids)),
    readerId
      ? db
          .select()
          .from(reports)
          .where(and(anyOf(reports.messageId, ids), eq(reports.userId, readerId)))
      : [],
  ]);
  const filesOf = Map.groupBy(files, ({ messageId }) => messageId);
  const reportOf = new Map(reported.map(({ id, messageId }) => [messageId, id]));
  const read = rows.map((row) => ({
    ...messageOnWire(row, filesOf.get(row.id) ?? [], reportOf.get(row.id)),
    ...(readerId && row.pinned ? { pinned: true } : {}),
  }));
  return readerId ? withOpenLinks(db, readerId, read) : read;
};

/**
 * The messages of the branch that a chat shows, first message first. With `lastId`, those of the branch that ends with
 * that message.
 */
export const messagesOf = async (db: Tx, chatId: string, lastId?: string): Promise<MessageRow[]> => {
  const [positions, [chat]] = await Promise.all([
    positionsOf(db, chatId),
    db.select({ leafId: chats.leafId }).from(chats).where(eq(chats.id, chatId)),
  ]);
  return rowsOf(db, pathTo(positions, lastId ?? shownLeaf(positions, chat?.leafId ?? null)));
};

/** The messages with these ids, in this order. */
export const rowsOf = async (db: Tx, ids: readonly string[]): Promise<MessageRow[]> => {
  if (ids.length === 0) return [];
  const rows = await db.select().from(messages).where(anyOf(messages.id, ids));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
};

/** The user's own message. Throws `unknown-message` for one of another user or of a deleted chat. */
export const ownMessage = async (db: Tx, userId: string, messageId: string): Promise<MessageRow> => {
  const [row] = await db
    .select()
    .from(messages)
    .where(
      and(
        eq(messages.id, messageId.toLowerCase()),
        eq(messages.userId, userId),
        sql`exists (select from ${chats} where ${chats.id} = ${messages.chatId} and ${alive})`,
      ),
    );
  if (!row) throw new DomainError('unknown-message');
  return row;
};
