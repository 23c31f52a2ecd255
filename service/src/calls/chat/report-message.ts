import * as calls from '@atrium/shared-kernel/contracts/calls';
import { schema } from '../../db/database.ts';
import { ownMessage } from '../../domain/chats/messages.ts';
import { implement } from '../implement.ts';
import { DomainError } from '../../domain/domain-error.ts';

export default implement(calls.chat.reportMessage, async ({ services, user }, { chatMessage }) => {
  const { db } = services.database;
  const message = await ownMessage(db, user.id, chatMessage);
  const inserted = await db
    .insert(schema.reports)
    .values({ messageId: message.id, userId: user.id })
    .onConflictDoNothing()
    .returning();
  if (inserted.length === 0) throw new DomainError('already-reported');
  return {};
});
