import * as calls from '@atrium/shared-kernel/contracts/calls';
import { and, eq } from 'drizzle-orm';
import { schema } from '../../db/database.ts';
import { keysOfChat, unused } from '../../domain/files/references.ts';
import { ownChat } from '../../domain/chats/chats.ts';
import { implement } from '../implement.ts';

const { chats, messages } = schema;

/**
 * Replies that still run in the chat are stopped first: nobody pays for words that nobody will read. Files that only this
 * chat names go with it.
 */
export default implement(calls.chat.clearChat, async ({ services, user, log }, { chatId }) => {
  const { db } = services.database;
  const chat = await ownChat(db, user.id, chatId);
  const running = await db
    .select({ id: messages.id })
    .from(messages)
    .where(and(eq(messages.chatId, chat.id), eq(messages.pending, true)));
  await Promise.all(running.map(({ id }) => services.replies.stop(id)));
  const keys = await keysOfChat(db, chat.id);
  await db.delete(chats).where(eq(chats.id, chat.id));
  try {
    for (const key of await unused(db, keys)) await services.objects.remove(key);
  } catch (error) {
    log.error({ err: error }, 'Files of a deleted chat were left behind.');
  }
  return {};
});
