import * as calls from '@atrium/shared-kernel/contracts/calls';
import { ownMessage } from '../../domain/chats/messages.ts';
import { implement } from '../implement.ts';

export default implement(calls.chat.stopReply, async ({ services, user }, { messageId }) => {
  const message = await ownMessage(services.database.db, user.id, messageId);
  if (message.pending) await services.replies.stop(message.id);
  return {};
});
