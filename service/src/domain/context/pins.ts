import { pinnedMessagesMax } from '@atrium/shared-kernel/contracts/constants';
import { and, asc, eq } from 'drizzle-orm';
import { schema, type Tx } from '../../db/database.ts';
import { lockChat } from '../chats/chats.ts';
import { ownMessage } from '../chats/messages.ts';
import { DomainError } from '../domain-error.ts';

const { messages } = schema;

/**
 * The ids of the pinned messages of a chat, in all branches, oldest first. A pinned message always stays in context.
 */
export const pinnedIn = async (db: Tx, chatId: string): Promise<string[]> => {
  const rows = await db
    .select({ id: messages.id })
    .from(messages)
    .where(and(eq(messages.chatId, chatId), eq(messages.pinned, true)))
    .orderBy(asc(messages.id));
  return rows.map(({ id }) => id);
};

/**
 * Pins or unpins the user's own message in the context of its chat, and returns all pinned ids. Fails with
 * `too-many-pinned-messages` if `pinnedMessagesMax` are pinned, and with `unknown-message` for one of another user.
 */
export const pinMessage = async (tx: Tx, userId: string, messageId: string, pinned: boolean): Promise<string[]> => {
  const message = await ownMessage(tx, userId, messageId);
  // Two pins by the same user at once are serialized.
  await lockChat(tx, userId, message.chatId);
  const others = (await pinnedIn(tx, message.chatId)).filter((id) => id !== message.id);
  if (pinned && others.length >= pinnedMessagesMax)
    throw new DomainError('too-many-pinned-messages', { limit: pinnedMessagesMax });
  await tx.update(messages).set({ pinned }).where(eq(messages.id, message.id));
  return pinned ? [...others, message.id].toSorted() : others;
};
