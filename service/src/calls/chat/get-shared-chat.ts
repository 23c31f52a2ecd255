import * as calls from '@atrium/shared-kernel/contracts/calls';
import { onWire } from '../../domain/chats/messages.ts';
import { sharedMessages } from '../../domain/chats/shared-files.ts';
import { sharedChat } from '../../domain/chats/shares.ts';
import { implement } from '../implement.ts';

/** Only messages from before the link was created, and of the sharer only the name. */
export default implement(calls.chat.getSharedChat, async ({ services, user: reader }, { messageId: shareId }) => {
  const { db } = services.database;
  const { chat, firstName, lastName, messages } = await sharedChat(db, shareId);
  return {
    user: { firstName, lastName },
    messages: sharedMessages(await onWire(db, messages), shareId, reader),
    ...(chat.title ? { title: chat.title } : {}),
  };
});
