import * as calls from '@atrium/shared-kernel/contracts/calls';
import { deleteMemory } from '../../domain/memories/memories.ts';
import { implement } from '../implement.ts';

export default implement(calls.memories.deleteMemory, async ({ services, user, basedOn }, { memoryId }) => {
  await services.database.db.transaction((tx) => deleteMemory(tx, user.id, memoryId, basedOn));
  return {};
});
