import * as calls from '@atrium/shared-kernel/contracts/calls';
import { toastTimes } from '@atrium/shared-kernel/contracts/constants';
import type { Chat } from '@atrium/shared-kernel/contracts/entities/chat';
import { isFailure } from '@atrium/shared-kernel/failure';
import * as events from '#contracts/events';
import type { WorkspaceView } from '../remote.ts';
import { titleOf } from './open-chat.ts';

type View = Pick<WorkspaceView, 'client' | 'alerts' | 'bus'>;

/**
 * Moves a chat back into the list, pinned if it was pinned. A chat that cannot be pinned because too many are is back
 * all the same, and a note says so. Rejects with other failures.
 */
export const unarchiveChat = async ({ client, alerts, bus }: View, archived: Chat): Promise<void> => {
  const { _id: chatId, pinned } = archived;
  let { chat } = await client.call(calls.chat.archiveChat, { chatId, archived: false });
  try {
    if (pinned) ({ chat } = await client.call(calls.chat.pinChat, { chatId, pinned: true }));
  } catch (error) {
    if (!isFailure(error, calls.chat.pinChat, 'too-many-pins')) throw error;
    const message = `“${titleOf(archived)}” is back in your chats, but not pinned. ${error.body.msg}`;
    alerts.show({ type: 'info', time: toastTimes.long, message });
  } finally {
    bus.emit(events.workspace.chatsChanged, { chats: [chat] });
  }
};
