import * as calls from '@atrium/shared-kernel/contracts/calls';
import { chatPageOf, withTags } from '../../domain/chats/chats.ts';
import { implement } from '../implement.ts';

export default implement(calls.chat.listChats, async ({ services, user }, { lastUpdateTimestamp, tagId }) => {
  const { db } = services.database;
  const before = lastUpdateTimestamp === undefined ? undefined : new Date(lastUpdateTimestamp);
  return { chats: await withTags(db, await chatPageOf(db, user.id, { before, tagId })) };
});
