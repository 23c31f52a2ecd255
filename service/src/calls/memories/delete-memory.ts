import * as calls from '@atrium/shared-kernel/contracts/calls';
import { and, eq } from 'drizzle-orm';
import { schema } from '../../db/database.ts';
import { implement } from '../implement.ts';
import { DomainError } from '../../domain/domain-error.ts';

const { memories } = schema;

export default implement(calls.memories.deleteMemory, async ({ services, user }, { memoryId }) => {
  const gone = await services.database.db
    .delete(memories)
    .where(and(eq(memories.id, memoryId.toLowerCase()), eq(memories.userId, user.id)))
    .returning({ id: memories.id });
  if (gone.length === 0) throw new DomainError('unknown-memory');
  return {};
});
