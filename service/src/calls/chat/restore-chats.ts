import * as calls from '@atrium/shared-kernel/contracts/calls';
import { withTags } from '../../domain/chats/chats.ts';
import { restoreChats } from '../../domain/chats/deletion.ts';
import { implement } from '../implement.ts';
import { DomainError } from '../../domain/domain-error.ts';

export default implement(calls.chat.restoreChats, async ({ services, user }, { chatIds }) => {
  const { db } = services.database;
  const restored = await restoreChats(db, user.id, chatIds, services.now());
  if (restored.length === 0) throw new DomainError('chats-not-restorable');
  return { chats: await withTags(db, restored) };
});
