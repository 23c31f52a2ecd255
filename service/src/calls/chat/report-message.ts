import * as calls from '@atrium/shared-kernel/contracts/calls';
import { schema } from '../../db/database.ts';
import { ownMessage } from '../../domain/chats/messages.ts';
import { badRequest } from '../../errors.ts';
import { implement } from '../implement.ts';

export default implement(calls.chat.reportMessage, async ({ services, user }, { chatMessage }) => {
  const { db } = services.database;
  const message = await ownMessage(db, user.id, chatMessage);
  const made = await db
    .insert(schema.reports)
    .values({ messageId: message.id, userId: user.id })
    .onConflictDoNothing()
    .returning();
  if (made.length === 0) throw badRequest('You have already reported this content.');
  return {};
});
