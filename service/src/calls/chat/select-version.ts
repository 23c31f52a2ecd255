import * as calls from '@atrium/shared-kernel/contracts/calls';
import { eq } from 'drizzle-orm';
import { schema } from '../../db/database.ts';
import { newestEnd, positionsOf } from '../../domain/chats/branches.ts';
import { lockChat } from '../../domain/chats/chats.ts';
import { ownMessage } from '../../domain/chats/messages.ts';
import { implement } from '../implement.ts';

const { chats } = schema;

export default implement(calls.chat.selectVersion, async ({ services, user }, { messageId }) => {
  await services.database.db.transaction(async (tx) => {
    const message = await ownMessage(tx, user.id, messageId);
    const chat = await lockChat(tx, user.id, message.chatId);
    const leafId = newestEnd(await positionsOf(tx, chat.id), message.id);
    await tx.update(chats).set({ leafId }).where(eq(chats.id, chat.id));
  });
  return {};
});
