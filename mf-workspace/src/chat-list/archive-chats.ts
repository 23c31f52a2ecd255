import { messageOf } from '@atrium/shared-kernel/client';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import { chatUndo, toastTimes } from '@atrium/shared-kernel/contracts/constants';
import type { Chat } from '@atrium/shared-kernel/contracts/entities/chat';
import type { WorkspaceView } from '../remote.ts';
import { changeEach } from './change-each.ts';
import type { ChatListModel } from './chat-list.model.ts';
import { followChats } from './follow-chats.ts';
import { unarchiveChat } from './unarchive.ts';

type View = Pick<WorkspaceView, 'client' | 'alerts' | 'bus'>;

/** Unarchives chats, and pins those again that were pinned. */
const unarchive = async (view: View, chats: readonly Chat[]): Promise<void> => {
  const offer = (rest: readonly Chat[], type: 'info' | 'error', message: string) => {
    const action = { label: 'Undo', onSelect: () => void unarchive(view, rest) };
    view.alerts.show({ type, time: chatUndo.offered, message, action });
  };
  await changeEach(view, chats, {
    progress: `Unarchiving ${chats.length} chats…`,
    change: (chat) => unarchiveChat(view, chat),
    onFailure(error, rest) {
      offer(rest, 'error', messageOf(error, 'Failed to unarchive chats. Please try again.'));
    },
    onStop: (rest) =>
      offer(rest, 'info', `${rest.length === 1 ? '1 chat is' : `${rest.length} chats are`} still archived.`),
  });
};

/**
 * Archives chats at once, and offers to undo it. Those that the service refused come back, and so do those that were
 * left when the user stopped. Never rejects.
 */
export const archiveChats = async (view: View, list: ChatListModel, chats: readonly Chat[]): Promise<void> => {
  const { client, alerts } = view;
  const followed = followChats(view, chats, list.remove(...chats.map(({ _id }) => _id)));
  const { changed: archived, unchanged } = await changeEach(view, chats, {
    progress: `Archiving ${chats.length} chats…`,
    change: ({ _id: chatId }) => client.call(calls.chat.archiveChat, { chatId, archived: true }),
    onFailure(error) {
      const message = messageOf(error, 'Failed to archive chats. Please try again.');
      alerts.show({ type: 'error', time: toastTimes.medium, message });
    },
  });
  followed.restore(list, unchanged);
  if (archived.length === 0) return;
  alerts.show({
    type: 'info',
    time: chatUndo.offered,
    message: archived.length === 1 ? '1 chat archived.' : `${archived.length} chats archived.`,
    // What is pinned last is on top.
    action: { label: 'Undo', onSelect: () => void unarchive(view, archived.toReversed()) },
  });
};
