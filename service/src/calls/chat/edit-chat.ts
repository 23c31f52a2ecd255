import * as calls from '@atrium/shared-kernel/contracts/calls';
import { and, eq, notInArray } from 'drizzle-orm';
import { schema } from '../../db/database.ts';
import { lockLasting } from '../../domain/chats/chats.ts';
import { ownTags, putInto } from '../../domain/chats/tags.ts';
import { tagsRevision } from '../../domain/chats/wire.ts';
import { requireBase } from '../../domain/revision.ts';
import { implement } from '../implement.ts';

const { chatTags } = schema;

/** `tags` replaces all collections of the chat. */
export default implement(calls.chat.editChat, async ({ services, user, basedOn }, { chatId, tags }) => {
  await services.database.db.transaction(async (tx) => {
    const chat = await lockLasting(tx, user.id, chatId);
    const held = await tx.select().from(chatTags).where(eq(chatTags.chatId, chat.id));
    const before = held.map(({ tagId }) => tagId);
    requireBase(basedOn, tagsRevision(before));
    const wanted = (await ownTags(tx, user.id, tags)).map(({ id }) => id);
    const left = and(eq(chatTags.chatId, chat.id), notInArray(chatTags.tagId, wanted));
    // A moved chat uses the instructions and files of its new collection.
    await tx.delete(chatTags).where(left);
    await putInto(
      tx,
      chat.id,
      wanted.filter((id) => !before.includes(id)),
    );
  });
  return {};
});
