import * as calls from '@atrium/shared-kernel/contracts/calls';
import { addMemory } from '../../domain/memories/memories.ts';
import { implement } from '../implement.ts';

export default implement(calls.memories.addMemory, async ({ services, user }, { memory, memoryId }) =>
  services.database.db.transaction(async (tx) => ({ memory: await addMemory(tx, user.id, memory, memoryId) })),
);
