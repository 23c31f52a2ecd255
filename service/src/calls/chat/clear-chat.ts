import * as calls from '@atrium/shared-kernel/contracts/calls';
import { and, eq } from 'drizzle-orm';
import { schema } from '../../db/database.ts';
import { ownChat } from '../../domain/chats/chats.ts';
import { implement } from '../implement.ts';

const { chats, messages } = schema;

/** Replies that still run in the chat are stopped first: nobody pays for words that nobody will read. */
export default implement(calls.chat.clearChat, async ({ services, user }, { chatId }) => {
  const { db } = services.database;
  const chat = await ownChat(db, user.id, chatId);
  const running = await db
    .select({ id: messages.id })
    .from(messages)
    .where(and(eq(messages.chatId, chat.id), eq(messages.pending, true)));
  await Promise.all(running.map(({ id }) => services.replies.stop(id)));
  await db.delete(chats).where(eq(chats.id, chat.id));
  return {};
});
