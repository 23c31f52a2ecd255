import * as calls from '@atrium/shared-kernel/contracts/calls';
import { onWire } from '../../domain/chats/messages.ts';
import { sharedChat } from '../../domain/chats/shares.ts';
import { implement } from '../implement.ts';

/** Only what was said before the link was made, and of the sharer only the name. */
export default implement(calls.chat.getSharedChat, async ({ services }, { messageId }) => {
  const { db } = services.database;
  const { chat, firstName, lastName, messages } = await sharedChat(db, messageId);
  return {
    user: { firstName, lastName },
    messages: (await onWire(db, messages)).map((message) => ({ ...message, context: undefined })),
    ...(chat.title ? { title: chat.title } : {}),
  };
});
