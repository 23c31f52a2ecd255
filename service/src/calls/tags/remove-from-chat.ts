import * as calls from '@atrium/shared-kernel/contracts/calls';
import { and, eq } from 'drizzle-orm';
import { schema } from '../../db/database.ts';
import { ownChat } from '../../domain/chats/chats.ts';
import { implement } from '../implement.ts';

const { chatTags } = schema;

export default implement(calls.tags.removeFromChat, async ({ services, user }, { chatId, tagId }) => {
  const { db } = services.database;
  const chat = await ownChat(db, user.id, chatId);
  await db.delete(chatTags).where(and(eq(chatTags.chatId, chat.id), eq(chatTags.tagId, tagId.toLowerCase())));
  return {};
});
