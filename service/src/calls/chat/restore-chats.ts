import * as calls from '@atrium/shared-kernel/contracts/calls';
import { withTags } from '../../domain/chats/chats.ts';
import { bringBack } from '../../domain/chats/deletion.ts';
import { implement } from '../implement.ts';
import { DomainError } from '../../domain/domain-error.ts';

export default implement(calls.chat.restoreChats, async ({ services, user }, { chatIds }) => {
  const { db } = services.database;
  const back = await bringBack(db, user.id, chatIds, services.now());
  if (back.length === 0) throw new DomainError('chats-not-restorable');
  return { chats: await withTags(db, back) };
});
