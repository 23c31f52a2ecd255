import * as calls from '@atrium/shared-kernel/contracts/calls';
import { summarize } from '../../domain/context/summarize.ts';
import { storeExtractedMemories } from '../../domain/memories/learn.ts';
import { admission } from '../../domain/replies/admission.ts';
import { attachmentHandler } from '../../domain/replies/attachments.ts';
import { sendPrompt } from '../../domain/replies/send.ts';
import { implementStream } from '../implement.ts';
import { indexTurns } from '../../domain/recall/index-turns.ts';
import { writeReply } from './write-reply.ts';

/** The reply belongs to the service: if the browser disconnects, only its stream ends, not the reply. */
export default implementStream(calls.chat.streamReply, async ({ services, user, log }, input, lines) => {
  const { database, replies } = services;
  const handle = attachmentHandler(services, log);
  const onEnded = (ended: string) => {
    services.background.run(log, 'The older messages of a chat were not summarized.', () =>
      summarize(services, user.id, ended, log),
    );
    services.background.run(log, 'The older messages of a chat were not made findable.', () =>
      indexTurns(services, user.id, ended, log),
    );
  };
  const messageId = await sendPrompt(database.db, replies, user, input, admission(services), handle, onEnded);
  services.background.run(log, 'The files of a message were not prepared.', handle.prepare);
  services.background.run(log, 'Nothing was learned from a message.', () =>
    storeExtractedMemories(services, user.id, messageId, log),
  );
  await writeReply({ services, user }, messageId, 0, lines);
});
