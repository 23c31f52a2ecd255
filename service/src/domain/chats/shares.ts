import { randomBytes } from 'node:crypto';
import { and, desc, eq } from 'drizzle-orm';
import { schema, type Tx } from '../../db/database.ts';
import { newId } from '../../db/id.ts';
import { badRequest, notFound } from '../../errors.ts';
import { type ChatRow, ownChat } from './chats.ts';
import { type MessageRow, messagesOf } from './messages.ts';

const { chats, messageFiles, messages, shares, users } = schema;
export type ShareRow = typeof shares.$inferSelect;

/** The chat's link id: 32 unguessable characters; only messages up to now are behind it. */
export const shareChat = async (db: Tx, userId: string, chatId: string): Promise<string> => {
  const chat = await ownChat(db, userId, chatId);
  if (chat.function) throw badRequest('This chat cannot be shared.');
  const [last] = await db
    .select({ id: messages.id })
    .from(messages)
    .where(and(eq(messages.chatId, chat.id), eq(messages.pending, false)))
    .orderBy(desc(messages.id))
    .limit(1);
  if (!last) throw badRequest('There is nothing to share yet.');
  const [known] = await db
    .select()
    .from(shares)
    .where(and(eq(shares.chatId, chat.id), eq(shares.lastMessageId, last.id)));
  if (known) return known.id;
  const id = randomBytes(24).toString('base64url');
  await db.insert(shares).values({ id, chatId: chat.id, userId, lastMessageId: last.id });
  return id;
};

/** The shared chat behind a link with its sharer and its messages; not found where the link or the chat is gone. */
export const sharedChat = async (db: Tx, shareId: string) => {
  const [found] = await db
    .select({ share: shares, chat: chats, firstName: users.firstName, lastName: users.lastName })
    .from(shares)
    .innerJoin(chats, eq(chats.id, shares.chatId))
    .innerJoin(users, eq(users.id, shares.userId))
    .where(eq(shares.id, shareId));
  if (!found?.share.lastMessageId) throw notFound('This shared chat does not exist.');
  const rows = await messagesOf(db, found.chat.id, found.share.lastMessageId);
  return { ...found, messages: rows.filter(({ pending }) => !pending) };
};

/** Copies finished messages with their files into `chatId`, as messages of `userId`. */
export const copyMessages = async (db: Tx, rows: readonly MessageRow[], chatId: string, userId: string) => {
  for (const row of rows.filter(({ pending }) => !pending)) {
    const id = newId();
    const files = await db.select().from(messageFiles).where(eq(messageFiles.messageId, row.id));
    await db.insert(messages).values({ ...row, id, chatId, userId, sendId: null });
    if (files.length > 0) await db.insert(messageFiles).values(files.map((file) => ({ ...file, messageId: id })));
  }
};

/** A new chat of `userId` that begins with what the link shows. */
export const chatFromShare = async (db: Tx, userId: string, shareId: string): Promise<ChatRow> => {
  const shared = await sharedChat(db, shareId);
  const sharedBy = `${shared.firstName} ${shared.lastName}`.trim();
  const [chat] = await db.insert(chats).values({ userId, title: shared.chat.title, sharedBy }).returning();
  await copyMessages(db, shared.messages, chat!.id, userId);
  return chat!;
};
