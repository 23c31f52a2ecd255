import * as calls from '@atrium/shared-kernel/contracts/calls';
import { editMemory } from '../../domain/memories/memories.ts';
import { implement } from '../implement.ts';

export default implement(calls.memories.editMemory, async ({ services, user, basedOn }, { memoryId, memory }) => ({
  memory: await services.database.db.transaction((tx) => editMemory(tx, user.id, memoryId, { text: memory, basedOn })),
}));
