import { messageOf } from '@atrium/shared-kernel/client';
import { isGeneralFailure } from '@atrium/shared-kernel/failure';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import { toastTimes } from '@atrium/shared-kernel/contracts/constants';
import type { Tag } from '@atrium/shared-kernel/contracts/entities/chat';
import * as events from '#contracts/events';
import { callFailed } from '@atrium/shared-kernel/contracts/sentences';
import type { WorkspaceView } from '../remote.ts';

type View = Pick<WorkspaceView, 'client' | 'bus' | 'alerts'>;

interface Tagging {
  readonly before: readonly Tag[];
  readonly after: readonly Tag[];
  /** The revision that `before` belongs to. */
  readonly basedOn: string | undefined;
}

/**
 * Puts a chat into exactly the collections `after`. Emitted at once, and reverted to `before` if the call fails, with
 * the service's message (B4.40, B4.41, B8.21). Resolves with the outcome; `stale` means that another tab was first.
 */
export const tagChat = async (
  { client, bus, alerts }: View,
  chatId: string,
  { before, after, basedOn }: Tagging,
): Promise<'done' | 'stale' | 'failed'> => {
  const emit = (tags: readonly Tag[]) => bus.emit(events.workspace.collectionsChanged, { chatId, tags: [...tags] });
  emit(after);
  try {
    await client.call(calls.chat.editChat, { chatId, tags: after.map(({ _id }) => _id) }, { basedOn });
    return 'done';
  } catch (error) {
    emit(before);
    if (isGeneralFailure(error, 'stale')) return 'stale';
    alerts.show({ type: 'error', time: toastTimes.medium, message: messageOf(error, callFailed) });
    return 'failed';
  }
};
