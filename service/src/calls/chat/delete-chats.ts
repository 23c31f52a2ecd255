import * as calls from '@atrium/shared-kernel/contracts/calls';
import { hideChats, stopRepliesOfDeleted } from '../../domain/chats/deletion.ts';
import { implement } from '../implement.ts';
import { DomainError } from '../../domain/domain-error.ts';

export default implement(calls.chat.deleteChats, async ({ services, user, log }, { chatIds }) => {
  const hidden = await hideChats(services.database.db, user.id, chatIds, services.now());
  if (hidden.length === 0) throw new DomainError('unknown-chats');
  await stopRepliesOfDeleted(services, log, hidden);
  return { chatIds: hidden };
});
