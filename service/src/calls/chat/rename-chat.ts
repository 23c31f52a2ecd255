import * as calls from '@atrium/shared-kernel/contracts/calls';
import { readableName } from '@atrium/shared-kernel/contracts/given-name';
import { eq } from 'drizzle-orm';
import { schema } from '../../db/database.ts';
import { lockPermanent } from '../../domain/chats/chats.ts';
import { titleRevision } from '../../domain/chats/wire.ts';
import { requireBase } from '../../domain/revision.ts';
import { storable } from '../../domain/text.ts';
import { implement } from '../implement.ts';

/** Renaming a chat does not move it in its list. */
export default implement(calls.chat.renameChat, async ({ services, user, basedOn }, { chatId, title }) => {
  const newTitle = readableName(storable(title)).trim();
  await services.database.db.transaction(async (tx) => {
    const chat = await lockPermanent(tx, user.id, chatId);
    requireBase(basedOn, titleRevision(chat));
    await tx
      .update(schema.chats)
      .set({ title: chat.secure && newTitle !== '' ? services.sealer.seal(newTitle) : newTitle })
      .where(eq(schema.chats.id, chat.id));
  });
  return {};
});
