import { randomBytes } from 'node:crypto';
import { and, desc, eq } from 'drizzle-orm';
import { schema, type Tx } from '../../db/database.ts';
import { alive, type ChatRow, ownChat } from './chats.ts';
import { copyMessages } from './copies.ts';
import { namingOnly, omissionsOf } from '../context/omissions.ts';
import { passagesOf, withUrls } from '../passages/cited.ts';
import { filesIn, modelName } from './shared-files.ts';
import { messagesOf, onWire } from './messages.ts';
import { DomainError } from '../domain-error.ts';

const { chats, shares, users } = schema;

/**
 * The id of the chat's link: 32 unguessable characters. The link shares only messages of the shown branch, up to now.
 */
export const shareChat = async (db: Tx, userId: string, chatId: string): Promise<string> => {
  const chat = await ownChat(db, userId, chatId);
  if (chat.expires) throw new DomainError('temporary-chat');
  if (chat.secure) throw new DomainError('secure-chat-not-shareable');
  if (chat.function) throw new DomainError('chat-not-shareable');
  const last = (await messagesOf(db, chat.id)).findLast(({ pending }) => !pending);
  if (!last) throw new DomainError('nothing-to-share');
  const [known] = await db
    .select()
    .from(shares)
    .where(and(eq(shares.chatId, chat.id), eq(shares.lastMessageId, last.id)));
  if (known) return known.id;
  const id = randomBytes(24).toString('base64url');
  await db.insert(shares).values({ id, chatId: chat.id, userId, lastMessageId: last.id });
  return id;
};

/** The user's working links, newest first. */
export const sharesOf = async (db: Tx, userId: string) => {
  const rows = await db
    .select({ id: shares.id, chatId: shares.chatId, title: chats.title, createdDate: shares.createdDate })
    .from(shares)
    .innerJoin(chats, eq(chats.id, shares.chatId))
    .where(and(eq(shares.userId, userId), eq(chats.secure, false), alive))
    .orderBy(desc(shares.createdDate), shares.id);
  return rows.map((row) => ({ ...row, createdDate: row.createdDate.toISOString() }));
};

/** Revokes the user's own link. Throws `unknown-share` for one of another user. */
export const revokeShare = async (db: Tx, userId: string, shareId: string): Promise<void> => {
  const ended = await db
    .delete(shares)
    .where(and(eq(shares.id, shareId), eq(shares.userId, userId)))
    .returning({ id: shares.id });
  if (ended.length === 0) throw new DomainError('unknown-share');
};

/**
 * The chat of a link, with its sharer and messages. Throws `no-longer-shared` if the link was revoked or never existed,
 * the chat is gone, or it became secure after it was shared.
 */
export const sharedChat = async (db: Tx, shareId: string) => {
  const [found] = await db
    .select({ share: shares, chat: chats, firstName: users.firstName, lastName: users.lastName })
    .from(shares)
    .innerJoin(chats, eq(chats.id, shares.chatId))
    .innerJoin(users, eq(users.id, shares.userId))
    .where(and(eq(shares.id, shareId), eq(chats.secure, false), alive));
  if (!found?.share.lastMessageId) throw new DomainError('no-longer-shared');
  const rows = await messagesOf(db, found.chat.id, found.share.lastMessageId);
  return { ...found, messages: rows.filter(({ pending }) => !pending) };
};

/** A new chat of `userId` that starts with a copy of the shared messages. It stays when the link is revoked. */
export const chatFromShare = async (db: Tx, userId: string, shareId: string): Promise<ChatRow> => {
  const shared = await sharedChat(db, shareId);
  const sharedBy = `${shared.firstName} ${shared.lastName}`.trim();
  const [chat] = await db.insert(chats).values({ userId, title: shared.chat.title, sharedBy }).returning();
  const { names, urls } = filesIn(await onWire(db, shared.messages));
  const urlOf = (url: string) => (urls.has(url) ? url : undefined);
  await copyMessages(
    db,
    shared.messages.map((row) => ({
      ...row,
      passages: row.passages && JSON.stringify(withUrls(passagesOf(row.passages), urlOf)),
      omissions: row.omissions && JSON.stringify(namingOnly(omissionsOf(row.omissions), names)),
      context: null,
      thoughts: [],
      modal: row.modal && modelName(row.modal),
      model: null,
    })),
    { chatId: chat!.id, userId },
  );
  return chat!;
};
