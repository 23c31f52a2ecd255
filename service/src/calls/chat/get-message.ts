import * as calls from '@atrium/shared-kernel/contracts/calls';
import { onWire, ownMessage } from '../../domain/chats/messages.ts';
import { implement } from '../implement.ts';

export default implement(calls.chat.getMessage, async ({ services, user }, { id }) => {
  const { db } = services.database;
  const [message] = await onWire(db, [await ownMessage(db, user.id, id)], user.id);
  return message!;
});
