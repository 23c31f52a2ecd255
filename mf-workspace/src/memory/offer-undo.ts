import { messageOf } from '@atrium/shared-kernel/client';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import { chatUndo, toastTimes } from '@atrium/shared-kernel/contracts/constants';
import type { Memory } from '@atrium/shared-kernel/contracts/entities/chat';
import type { WorkspaceView } from '../remote.ts';
import type { MemoriesModel } from './memories.model.ts';

/** Reports that a memory was deleted, and offers to undo it. */
export const offerUndo = (
  { client, alerts }: Pick<WorkspaceView, 'client' | 'alerts'>,
  { _id: memoryId, memory }: Memory,
  { restored }: Pick<MemoriesModel, 'restored'>,
): void => {
  const restore = async () => {
    try {
      await client.call(calls.memories.addMemory, { memory, memoryId });
      restored(memoryId);
    } catch (error) {
      const message = messageOf(error, 'Failed to restore memory. Please try again.');
      alerts.show({ type: 'error', time: toastTimes.long, message });
    }
  };
  alerts.show({
    type: 'info',
    time: chatUndo.offered,
    message: 'Memory deleted.',
    action: { label: 'Undo', onSelect: () => void restore() },
  });
};
