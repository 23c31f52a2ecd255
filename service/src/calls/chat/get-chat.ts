import * as calls from '@atrium/shared-kernel/contracts/calls';
import { ownChat, withItsTags } from '../../domain/chats/chats.ts';
import { messagesOf, onWire, withDrafts } from '../../domain/chats/messages.ts';
import { implement } from '../implement.ts';

export default implement(calls.chat.getChat, async ({ services, user }, { chatId }) => {
  const { db } = services.database;
  const row = await ownChat(db, user.id, chatId);
  const [chat, messages] = await Promise.all([
    withItsTags(db, row),
    messagesOf(db, row.id)
      .then((rows) => withDrafts(services.replies, rows))
      .then((rows) => onWire(db, rows, user.id)),
  ]);
  return { chat, messages, ...(row.sharedBy ? { sharedBy: row.sharedBy } : {}) };
});
