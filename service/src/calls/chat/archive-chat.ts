import * as calls from '@atrium/shared-kernel/contracts/calls';
import { withItsTags } from '../../domain/chats/chats.ts';
import { archiveChat } from '../../domain/chats/pins-and-archive.ts';
import { implement } from '../implement.ts';

export default implement(calls.chat.archiveChat, async ({ services, user }, { chatId, archived }) =>
  services.database.db.transaction(async (tx) => ({
    chat: await withItsTags(tx, await archiveChat(tx, user.id, chatId, archived)),
  })),
);
