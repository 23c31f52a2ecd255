import * as calls from '@atrium/shared-kernel/contracts/calls';
import { admission } from '../../domain/replies/admission.ts';
import { enclosures } from '../../domain/replies/enclosures.ts';
import { sendPrompt } from '../../domain/replies/send.ts';
import { implementStream } from '../implement.ts';
import { tellReply } from './tell-reply.ts';

/** The reply belongs to the service: a browser that goes away ends its lines, not the reply. */
export default implementStream(calls.chat.streamReply, async ({ services, user, log }, input, lines) => {
  const { database, replies } = services;
  const handle = enclosures(services, log);
  const messageId = await sendPrompt(database.db, replies, user, input, admission(services), handle);
  await tellReply(replies.follow(messageId, 0, lines.closed), lines);
});
