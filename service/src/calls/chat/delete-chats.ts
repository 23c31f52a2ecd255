import * as calls from '@atrium/shared-kernel/contracts/calls';
import { hideChats, stopReplies } from '../../domain/chats/deletion.ts';
import { notFound } from '../../errors.ts';
import { implement } from '../implement.ts';

export default implement(calls.chat.deleteChats, async ({ services, user }, { chatIds }) => {
  const gone = await hideChats(services.database.db, user.id, chatIds, services.now());
  if (gone.length === 0) throw notFound('These chats do not exist.');
  await stopReplies(services, gone);
  return { chatIds: gone };
});
