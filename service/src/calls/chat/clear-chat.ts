import * as calls from '@atrium/shared-kernel/contracts/calls';
import { hideChats, stopRepliesOfDeleted } from '../../domain/chats/deletion.ts';
import { implement } from '../implement.ts';
import { DomainError } from '../../domain/domain-error.ts';

export default implement(calls.chat.clearChat, async ({ services, user, log }, { chatId }) => {
  const hidden = await hideChats(services.database.db, user.id, [chatId], services.now());
  if (hidden.length === 0) throw new DomainError('unknown-chat');
  await stopRepliesOfDeleted(services, log, hidden);
  return {};
});
