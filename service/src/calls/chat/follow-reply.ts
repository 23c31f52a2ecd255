import * as calls from '@atrium/shared-kernel/contracts/calls';
import { ownMessage } from '../../domain/chats/messages.ts';
import { implementStream } from '../implement.ts';
import { writeReply } from './write-reply.ts';

export default implementStream(calls.chat.followReply, async ({ services, user }, { messageId, after = 0 }, lines) => {
  const message = await ownMessage(services.database.db, user.id, messageId);
  const known = Number.isSafeInteger(after) && after > 0 ? after : 0;
  await writeReply({ services, user }, message.id, known, lines);
});
