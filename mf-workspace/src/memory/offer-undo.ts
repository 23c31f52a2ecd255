import { messageOf } from '@atrium/shared-kernel/client';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import { chatUndo } from '@atrium/shared-kernel/contracts/constants';
import type { Memory } from '@atrium/shared-kernel/contracts/entities/chat';
import type { WorkspaceView } from '../remote.ts';
import type { MemoriesModel } from './memories.model.ts';

/** Whether another device restored the memory with a text that is newer. */
const existsAgain = async ({ client }: Pick<WorkspaceView, 'client'>, { _id, memory }: Memory): Promise<boolean> => {
  try {
    const { memories } = await client.call(calls.memories.listMemories, {});
    return memories.some((one) => one._id === _id && one.memory !== memory);
  } catch {
    // Two memories are better than none.
    return false;
  }
};

/** Reports that a memory was deleted, and offers to undo it. */
export const offerUndo = (
  { client, alerts }: Pick<WorkspaceView, 'client' | 'alerts'>,
  deleted: Memory,
  { restored }: Pick<MemoriesModel, 'restored'>,
): void => {
  const action = { label: 'Undo', onSelect: () => void restore() };
  const restore = async () => {
    const { _id: memoryId, memory } = deleted;
    try {
      if (!(await existsAgain({ client }, deleted))) await client.call(calls.memories.addMemory, { memory, memoryId });
      restored(memoryId);
    } catch (error) {
      const message = messageOf(error, 'Failed to restore memory. Please try again.');
      // The text is nowhere else.
      alerts.show({ type: 'error', time: chatUndo.offered, message, action });
    }
  };
  alerts.show({ type: 'info', time: chatUndo.offered, message: 'Memory deleted.', action });
};
