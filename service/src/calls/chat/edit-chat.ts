import * as calls from '@atrium/shared-kernel/contracts/calls';
import { and, eq, notInArray } from 'drizzle-orm';
import { schema } from '../../db/database.ts';
import { lockPermanent } from '../../domain/chats/chats.ts';
import { ownTags, addToTags, setHome } from '../../domain/chats/tags.ts';
import { tagsRevision } from '../../domain/chats/wire.ts';
import { requireBase } from '../../domain/revision.ts';
import { implement } from '../implement.ts';

const { chatTags } = schema;

/** `tags` replaces all collections of the chat. */
export default implement(calls.chat.editChat, async ({ services, user, basedOn }, { chatId, tags, home }) => {
  await services.database.db.transaction(async (tx) => {
    const chat = await lockPermanent(tx, user.id, chatId);
    const links = await tx.select().from(chatTags).where(eq(chatTags.chatId, chat.id));
    const before = links.map(({ tagId }) => tagId);
    requireBase(basedOn, tagsRevision(before));
    const tagIds = (await ownTags(tx, user.id, tags)).map(({ id }) => id);
    const removed = and(eq(chatTags.chatId, chat.id), notInArray(chatTags.tagId, tagIds));
    // A moved chat uses the instructions and files of its new collection.
    await tx.delete(chatTags).where(removed);
    await addToTags(
      tx,
      chat.id,
      tagIds.filter((id) => !before.includes(id)),
    );
    if (home !== undefined) await setHome(tx, chat.id, home);
  });
  return {};
});
