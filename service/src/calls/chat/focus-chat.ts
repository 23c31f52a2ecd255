import * as calls from '@atrium/shared-kernel/contracts/calls';
import { ownChat, withItsTags } from '../../domain/chats/chats.ts';
import { implement } from '../implement.ts';

/** The chat as lists show it. Opening a chat does not move it in its list. */
export default implement(calls.chat.focusChat, async ({ services, user }, { chatId }) => {
  const { db } = services.database;
  return { chat: await withItsTags(db, await ownChat(db, user.id, chatId)) };
});
