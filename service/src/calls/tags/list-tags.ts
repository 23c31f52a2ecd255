import * as calls from '@atrium/shared-kernel/contracts/calls';
import { desc, eq } from 'drizzle-orm';
import { schema } from '../../db/database.ts';
import { tagOnWire } from '../../domain/chats/wire.ts';
import { implement } from '../implement.ts';

const { tags } = schema;

export default implement(calls.tags.listTags, async ({ services, user }) => {
  const rows = await services.database.db
    .select()
    .from(tags)
    .where(eq(tags.userId, user.id))
    .orderBy(desc(tags.lastUpdate), desc(tags.id));
  return { tags: rows.map(tagOnWire) };
});
