import * as calls from '@atrium/shared-kernel/contracts/calls';
import { withTags } from '../../domain/chats/chats.ts';
import { bringBack } from '../../domain/chats/deletion.ts';
import { notFound } from '../../errors.ts';
import { implement } from '../implement.ts';

export default implement(calls.chat.restoreChats, async ({ services, user }, { chatIds }) => {
  const { db } = services.database;
  const back = await bringBack(db, user.id, chatIds, services.now());
  if (back.length === 0) throw notFound('These chats can no longer be brought back.');
  return { chats: await withTags(db, back) };
});
