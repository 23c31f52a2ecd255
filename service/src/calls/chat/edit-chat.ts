import * as calls from '@atrium/shared-kernel/contracts/calls';
import { eq } from 'drizzle-orm';
import { schema } from '../../db/database.ts';
import { lockChat } from '../../domain/chats/chats.ts';
import { ownTags } from '../../domain/chats/tags.ts';
import { tagsRevision } from '../../domain/chats/wire.ts';
import { requireBase } from '../../domain/revision.ts';
import { implement } from '../implement.ts';

const { chatTags } = schema;

/** `tags` are all collections of the chat from now on. */
export default implement(calls.chat.editChat, async ({ services, user, basedOn }, { chatId, tags }) => {
  await services.database.db.transaction(async (tx) => {
    const chat = await lockChat(tx, user.id, chatId);
    const held = await tx.select({ id: chatTags.tagId }).from(chatTags).where(eq(chatTags.chatId, chat.id));
    requireBase(basedOn, tagsRevision(held.map(({ id }) => id)));
    const wanted = await ownTags(tx, user.id, tags);
    await tx.delete(chatTags).where(eq(chatTags.chatId, chat.id));
    if (wanted.length > 0) await tx.insert(chatTags).values(wanted.map(({ id }) => ({ chatId: chat.id, tagId: id })));
  });
  return {};
});
