import * as calls from '@atrium/shared-kernel/contracts/calls';
import { eq } from 'drizzle-orm';
import { schema } from '../../db/database.ts';
import { newId } from '../../db/id.ts';
import { ownChat, withItsTags } from '../../domain/chats/chats.ts';
import { copyMessages } from '../../domain/chats/copies.ts';
import { messagesOf } from '../../domain/chats/messages.ts';
import { copySummaries } from '../../domain/context/summaries.ts';
import { implement } from '../implement.ts';
import { DomainError } from '../../domain/domain-error.ts';

const { chats, chatTags } = schema;

/** A copy with its collections, finished messages and their summaries, at the top of the list. */
export default implement(calls.chat.duplicateChat, async ({ services, user }, { chatId }) => {
  const { db } = services.database;
  return db.transaction(async (tx) => {
    const chat = await ownChat(tx, user.id, chatId);
    if (chat.expires) throw new DomainError('temporary-chat');
    if (chat.secure) throw new DomainError('secure-chat-not-copyable');
    if (chat.function) throw new DomainError('chat-not-copyable');
    const now = new Date();
    const [copy] = await tx
      .insert(chats)
      .values({ ...chat, id: newId(), createdDate: now, lastUpdate: now, pinned: null, archived: null })
      .returning();
    const links = await tx.select().from(chatTags).where(eq(chatTags.chatId, chat.id));
    if (links.length > 0) await tx.insert(chatTags).values(links.map((link) => ({ ...link, chatId: copy!.id })));
    const to = { chatId: copy!.id, userId: user.id };
    const copied = await copyMessages(tx, await messagesOf(tx, chat.id), to);
    await copySummaries(tx, chat.id, to, copied);
    if (chat.leafId !== null)
      await tx
        .update(chats)
        .set({ leafId: copied.get(chat.leafId) ?? null })
        .where(eq(chats.id, copy!.id));
    return { chat: await withItsTags(tx, copy!) };
  });
});
