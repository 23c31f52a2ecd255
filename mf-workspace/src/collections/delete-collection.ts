import { messageOf } from '@atrium/shared-kernel/client';
import { isGeneralFailure } from '@atrium/shared-kernel/failure';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import { toastTimes } from '@atrium/shared-kernel/contracts/constants';
import type { Tag } from '@atrium/shared-kernel/contracts/entities/chat';
import * as events from '@atrium/shared-kernel/contracts/events';
import { callFailed } from '@atrium/shared-kernel/contracts/sentences';
import type { WorkspaceView } from '../remote.ts';

/** Asks, then deletes a collection; its chats stay. The question stays open where the service refuses. */
export const deleteCollection = async (
  { client, bus, alerts, dialogs }: WorkspaceView,
  tag: Tag,
  onDeleted: (tagId: string) => void,
): Promise<void> => {
  let moved = false;
  const confirmed = await dialogs.confirm({
    title: 'Delete collection',
    message: `“${tag.name}” will be deleted. The chats in it won’t be deleted.`,
    confirm: 'Delete',
    danger: true,
    action: async () => {
      try {
        await client.call(calls.tags.createEditTag, { tagId: tag._id, deleted: true }, { basedOn: tag.revision });
      } catch (error) {
        alerts.show({ type: 'error', time: toastTimes.medium, message: messageOf(error, callFailed) });
        // The question was about another state: it closes, and the list shows the present one.
        moved = isGeneralFailure(error, 'stale');
        if (!moved) throw error;
      }
    },
  });
  if (!confirmed) return;
  if (!moved) onDeleted(tag._id);
  bus.emit(events.workspace.collectionsChanged, {});
};
