import * as calls from '@atrium/shared-kernel/contracts/calls';
import { onWire, ownMessage, withDrafts } from '../../domain/chats/messages.ts';
import { implement } from '../implement.ts';

export default implement(calls.chat.getMessage, async ({ services, user }, { id }) => {
  const { db } = services.database;
  const rows = await withDrafts(services.replies, [await ownMessage(db, user.id, id)]);
  const [message] = await onWire(db, rows, user.id);
  return message!;
});
