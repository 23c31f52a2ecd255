import { messageOf } from '@atrium/shared-kernel/client';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import { chatUndo, toastTimes } from '@atrium/shared-kernel/contracts/constants';
import type { Chat } from '@atrium/shared-kernel/contracts/entities/chat';
import * as events from '#contracts/events';
import type { WorkspaceView } from '../remote.ts';
import type { ChatListModel } from './chat-list.model.ts';

type View = Pick<WorkspaceView, 'client' | 'alerts' | 'bus'>;

/** Unarchives chats, and pins those again that were pinned. */
const unarchive = async ({ client, alerts, bus }: View, chats: readonly Chat[]): Promise<void> => {
  try {
    for (const { _id: chatId, pinned } of chats) {
      const unarchived = await client.call(calls.chat.archiveChat, { chatId, archived: false });
      const { chat } = pinned ? await client.call(calls.chat.pinChat, { chatId, pinned: true }) : unarchived;
      bus.emit(events.workspace.chatsChanged, { chats: [chat] });
    }
  } catch (error) {
    const message = messageOf(error, 'Failed to unarchive chats. Please try again.');
    alerts.show({ type: 'error', time: toastTimes.long, message });
  }
};

/** Archives chats at once, and offers to undo it. Those that the service refused come back. Never rejects. */
export const archiveChats = async (view: View, list: ChatListModel, chats: readonly Chat[]): Promise<void> => {
  const { client, alerts } = view;
  list.remove(...chats.map(({ _id }) => _id));
  const archived: Chat[] = [];
  try {
    for (const chat of chats) {
      await client.call(calls.chat.archiveChat, { chatId: chat._id, archived: true });
      archived.push(chat);
    }
  } catch (error) {
    list.put(...chats.slice(archived.length));
    const message = messageOf(error, 'Failed to archive chats. Please try again.');
    alerts.show({ type: 'error', time: toastTimes.medium, message });
  }
  if (archived.length === 0) return;
  alerts.show({
    type: 'info',
    time: chatUndo.offered,
    message: archived.length === 1 ? '1 chat archived.' : `${archived.length} chats archived.`,
    action: { label: 'Undo', onSelect: () => void unarchive(view, archived) },
  });
};
