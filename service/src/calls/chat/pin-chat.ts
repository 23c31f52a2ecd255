import * as calls from '@atrium/shared-kernel/contracts/calls';
import { withItsTags } from '../../domain/chats/chats.ts';
import { pinChat } from '../../domain/chats/pins-and-archive.ts';
import { implement } from '../implement.ts';

export default implement(calls.chat.pinChat, async ({ services, user }, { chatId, pinned }) =>
  services.database.db.transaction(async (tx) => ({
    chat: await withItsTags(tx, await pinChat(tx, user.id, chatId, pinned)),
  })),
);
