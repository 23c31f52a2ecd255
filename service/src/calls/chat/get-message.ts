import * as calls from '@atrium/shared-kernel/contracts/calls';
import { versionsOf, versionsOnWire } from '../../domain/chats/branches.ts';
import { onWire, ownMessage, withDrafts } from '../../domain/chats/messages.ts';
import { namesFor } from '../../domain/models/model-names.ts';
import { implement } from '../implement.ts';

export default implement(calls.chat.getMessage, async ({ services, user }, { id }) => {
  const { db } = services.database;
  const row = await ownMessage(db, user.id, id);
  const [rows, versions] = await Promise.all([withDrafts(services.replies, [row]), versionsOf(db, row)]);
  const [[message], wired] = await Promise.all([
    onWire(db, rows, user.id),
    versionsOnWire(db, new Map(versions ? [[row.id, versions]] : []), [row.id]),
  ]);
  return { ...namesFor(services.catalog, user)(message!), ...wired(row.id) };
});
