import * as calls from '@atrium/shared-kernel/contracts/calls';
import { and, eq } from 'drizzle-orm';
import { schema } from '../../db/database.ts';
import { lockChat } from '../../domain/chats/chats.ts';
import { implement } from '../implement.ts';

const { chatTags } = schema;

export default implement(calls.tags.removeFromChat, async ({ services, user }, { chatId, tagId }) => {
  await services.database.db.transaction(async (tx) => {
    const chat = await lockChat(tx, user.id, chatId);
    await tx.delete(chatTags).where(and(eq(chatTags.chatId, chat.id), eq(chatTags.tagId, tagId.toLowerCase())));
  });
  return {};
});
