import * as calls from '@atrium/shared-kernel/contracts/calls';
import { eq } from 'drizzle-orm';
import { schema } from '../../db/database.ts';
import { ownChat } from '../../domain/chats/chats.ts';
import { ownTags } from '../../domain/chats/tags.ts';
import { implement } from '../implement.ts';

const { chatTags } = schema;

/** `tags` are all collections of the chat from now on. */
export default implement(calls.chat.editChat, async ({ services, user }, { chatId, tags }) => {
  await services.database.db.transaction(async (tx) => {
    const chat = await ownChat(tx, user.id, chatId);
    const wanted = await ownTags(tx, user.id, tags);
    await tx.delete(chatTags).where(eq(chatTags.chatId, chat.id));
    if (wanted.length > 0) await tx.insert(chatTags).values(wanted.map(({ id }) => ({ chatId: chat.id, tagId: id })));
  });
  return {};
});
