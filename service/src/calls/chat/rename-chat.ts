import * as calls from '@atrium/shared-kernel/contracts/calls';
import { eq } from 'drizzle-orm';
import { schema } from '../../db/database.ts';
import { ownChat } from '../../domain/chats/chats.ts';
import { storable } from '../../domain/text.ts';
import { implement } from '../implement.ts';

/** A title does not move the chat in its list. */
export default implement(calls.chat.renameChat, async ({ services, user }, { chatId, title }) => {
  const { db } = services.database;
  const chat = await ownChat(db, user.id, chatId);
  const words = storable(title).trim();
  await db
    .update(schema.chats)
    .set({ title: chat.secure && words !== '' ? services.sealer.seal(words) : words })
    .where(eq(schema.chats.id, chat.id));
  return {};
});
