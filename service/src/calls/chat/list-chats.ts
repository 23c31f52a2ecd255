import * as calls from '@atrium/shared-kernel/contracts/calls';
import { chatPageOf, pinnedChats, replyingChats, withTags } from '../../domain/chats/chats.ts';
import { implement } from '../implement.ts';

export default implement(calls.chat.listChats, async ({ services, user }, { lastUpdateTimestamp, tagId, only }) => {
  const { db } = services.database;
  if (only === 'pinned') return { chats: await withTags(db, await pinnedChats(db, user.id)) };
  if (only === 'replying') return { chats: await withTags(db, await replyingChats(db, user.id)) };
  const before = lastUpdateTimestamp === undefined ? undefined : new Date(lastUpdateTimestamp);
  return { chats: await withTags(db, await chatPageOf(db, user.id, { before, tagId, archived: only === 'archived' })) };
});
