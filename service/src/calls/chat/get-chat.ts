import * as calls from '@atrium/shared-kernel/contracts/calls';
import { pathTo, placesOf, shownLeaf, versionsIn } from '../../domain/chats/branches.ts';
import { ownChat, withItsTags } from '../../domain/chats/chats.ts';
import { onWire, rowsOf, withDrafts } from '../../domain/chats/messages.ts';
import { implement } from '../implement.ts';

/** Of the branches of a chat the one that is shown; its messages name their other versions. */
export default implement(calls.chat.getChat, async ({ services, user }, { chatId }) => {
  const { db } = services.database;
  const row = await ownChat(db, user.id, chatId);
  const [chat, places] = await Promise.all([withItsTags(db, row), placesOf(db, row.id)]);
  const rows = await withDrafts(services.replies, await rowsOf(db, pathTo(places, shownLeaf(places, row.leafId))));
  const versions = versionsIn(places);
  const messages = (await onWire(db, rows, user.id)).map((message) => {
    const all = versions.get(message._id);
    return all ? { ...message, versions: [...all] } : message;
  });
  return { chat, messages, ...(row.sharedBy ? { sharedBy: row.sharedBy } : {}) };
});
