import * as calls from '@atrium/shared-kernel/contracts/calls';
import { ownChat } from '../../domain/chats/chats.ts';
import { hideChats, removeChat, stopReplies } from '../../domain/chats/deletion.ts';
import { implement } from '../implement.ts';

/** For good, and at once; what cannot be removed now is found by the job that removes deleted chats. */
export default implement(calls.chat.clearChat, async ({ services, user, log }, { chatId }) => {
  const { db } = services.database;
  const chat = await ownChat(db, user.id, chatId);
  await stopReplies(services, [chat.id]);
  await hideChats(db, user.id, [chat.id], services.now());
  try {
    await removeChat({ db, objects: services.objects }, chat.id);
  } catch (error) {
    log.error({ err: error }, 'Files of a deleted chat were left behind.');
  }
  return {};
});
