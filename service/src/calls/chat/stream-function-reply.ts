import * as calls from '@atrium/shared-kernel/contracts/calls';
import { admission } from '../../domain/replies/admission.ts';
import { attachmentHandler } from '../../domain/replies/attachments.ts';
import { sendPrompt } from '../../domain/replies/send.ts';
import { implementStream } from '../implement.ts';
import { writeReply } from './write-reply.ts';
import { DomainError } from '../../domain/domain-error.ts';

/** A message of the interview that builds an agent (B4.11); nothing of it is stored as a memory. */
export default implementStream(calls.chat.streamFunctionReply, async ({ services, user, log }, input, lines) => {
  if (!input.fnName) throw new DomainError('unknown-function');
  const { database, replies } = services;
  const handle = attachmentHandler(services, log);
  const messageId = await sendPrompt(database.db, replies, user, input, admission(services), handle);
  await writeReply({ services, user }, messageId, 0, lines);
});
