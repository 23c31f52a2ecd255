import * as calls from '@atrium/shared-kernel/contracts/calls';
import { desc, eq } from 'drizzle-orm';
import { schema } from '../../db/database.ts';
import { memoryOnWire } from '../../domain/memories/memories.ts';
import { implement } from '../implement.ts';

const { memories } = schema;

export default implement(calls.memories.listMemories, async ({ services, user }) => {
  const rows = await services.database.db
    .select()
    .from(memories)
    .where(eq(memories.userId, user.id))
    .orderBy(desc(memories.id));
  return { memories: rows.map(memoryOnWire) };
});
