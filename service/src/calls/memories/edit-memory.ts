import * as calls from '@atrium/shared-kernel/contracts/calls';
import { editMemory } from '../../domain/memories/memories.ts';
import { implement } from '../implement.ts';

export default implement(calls.memories.editMemory, async ({ services, user }, { memoryId, memory }) => ({
  memory: await editMemory(services.database.db, user.id, memoryId, memory),
}));
