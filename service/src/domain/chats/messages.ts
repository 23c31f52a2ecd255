import type { Message } from '@atrium/shared-kernel/contracts/entities/chat';
import { and, asc, eq, inArray, lte } from 'drizzle-orm';
import { schema, type Tx } from '../../db/database.ts';
import type { ReplyHub } from '../replies/hub.ts';
import { notFound } from '../../errors.ts';
import { messageOnWire } from './wire.ts';

const { messages, messageFiles, reports } = schema;
export type MessageRow = typeof messages.$inferSelect;

/** The messages with what those still pending say so far. */
export const withDrafts = (replies: Pick<ReplyHub, 'draft'>, rows: readonly MessageRow[]): Promise<MessageRow[]> =>
  Promise.all(
    rows.map(async (row) => {
      if (!row.pending) return row;
      const { thoughts, ...said } = await replies.draft(row.id);
      return { ...row, ...said, thoughts: [...thoughts] };
    }),
  );

/** The messages as the wire has them, with their files; `readerId` is who may have reported them. */
export const onWire = async (db: Tx, rows: readonly MessageRow[], readerId?: string): Promise<Message[]> => {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const [files, reported] = await Promise.all([
    db.select().from(messageFiles).where(inArray(messageFiles.messageId, ids)),
    readerId
      ? db
          .select()
          .from(reports)
          .where(and(inArray(reports.messageId, ids), eq(reports.userId, readerId)))
      : [],
  ]);
  const filesOf = Map.groupBy(files, ({ messageId }) => messageId);
  const reportOf = new Map(reported.map(({ id, messageId }) => [messageId, id]));
  return rows.map((row) => messageOnWire(row, filesOf.get(row.id) ?? [], reportOf.get(row.id)));
};

/** The chat's messages, oldest first, up to and with `lastId`. */
export const messagesOf = (db: Tx, chatId: string, lastId?: string): Promise<MessageRow[]> =>
  db
    .select()
    .from(messages)
    .where(and(eq(messages.chatId, chatId), lastId ? lte(messages.id, lastId) : undefined))
    .orderBy(asc(messages.id));

/** The user's own message; one of another user is not found. */
export const ownMessage = async (db: Tx, userId: string, messageId: string): Promise<MessageRow> => {
  const [row] = await db
    .select()
    .from(messages)
    .where(and(eq(messages.id, messageId.toLowerCase()), eq(messages.userId, userId)));
  if (!row) throw notFound('This message does not exist.');
  return row;
};
