import { messageOf } from '@atrium/shared-kernel/client';
import { isGeneralFailure } from '@atrium/shared-kernel/failure';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import { toastTimes } from '@atrium/shared-kernel/contracts/constants';
import * as declared from '#contracts/dialogs';
import type { Chat } from '@atrium/shared-kernel/contracts/entities/chat';
import { collections } from '../../dialogs.ts';
import * as events from '#contracts/events';
import type { WorkspaceView } from '../remote.ts';
import type { ChatListModel } from './chat-list.model.ts';
import { deleteChats } from './delete-chats.ts';
import { followChats, dropIfGone } from './follow-chats.ts';
import { pathOfChat, titleOf } from './open-chat.ts';
import { renameFailed, unarchiveFailed } from './failures.ts';
import { unarchiveChat } from './unarchive.ts';

export interface ChatActions {
  /** Opens the dialog with the chat's links. */
  share(chat: Chat): void;
  /** Opens the dialog to copy it or save it as a file. */
  exportChat(chat: Chat): void;
  /** Shows the new title at once, and the old one again if the call fails. */
  rename(chat: Chat, title: string): Promise<void>;
  /** Removes the chat at once and offers to undo it. Restores it if the call fails. */
  remove(chat: Chat): Promise<void>;
  /** Opens the collections of the chat. */
  collect(chat: Chat): void;
  /** Adds the copy to the list and opens it. */
  duplicate(chat: Chat): Promise<void>;
  /** Moves the chat to the top of the list, or back to its position, at once. Undone if the call fails. */
  pin(chat: Chat, pinned: boolean): Promise<void>;
  /** Archives the chat at once and offers to undo it. Restores it if the call fails. */
  archive(chat: Chat): Promise<void>;
}

/** The chat, neither pinned nor archived. */
const unpinned = (chat: Chat): Chat => ({ ...chat, pinned: undefined, archived: undefined });

type View = Pick<WorkspaceView, 'client' | 'alerts' | 'bus' | 'dialogs' | 'navigation'>;

const archiveOne = async (
  view: View,
  list: ChatListModel,
  chat: Chat,
  alertFailure: (error: unknown, fallback: string) => void,
): Promise<void> => {
  const { client, alerts } = view;
  const followed = followChats(view, [chat], list.remove(chat._id));
  try {
    await client.call(calls.chat.archiveChat, { chatId: chat._id, archived: true });
    followed.restore(list, []);
  } catch (error) {
    dropIfGone(view, chat, error);
    followed.restore(list, [chat]);
    alertFailure(error, 'Failed to archive chat.');
    return;
  }
  const action = { label: 'Undo', onSelect: () => void undo() };
  const undo = async () => {
    try {
      await unarchiveChat(view, chat);
    } catch (error) {
      const message = messageOf(error, unarchiveFailed);
      // Another Undo would fail in the same way.
      const again = dropIfGone(view, chat, error) ? {} : { action };
      alerts.show({ type: 'error', time: toastTimes.longest, message, ...again });
    }
  };
  const message = `“${titleOf(chat)}” was archived.`;
  alerts.show({ type: 'info', time: toastTimes.longest, message, action });
};

/** The actions of a chat in the list. Failures are shown as alerts; none of these rejects. */
export const createChatActions = (view: View, list: ChatListModel): ChatActions => {
  const { client, alerts, bus, dialogs, navigation } = view;
  const alertFailure = (error: unknown, fallback: string) =>
    alerts.show({ type: 'error', time: toastTimes.medium, message: messageOf(error, fallback) });
  const titleInList = (chatId: string) => list.state$.value.chats.find((one) => one._id === chatId)?.title;

  return {
    share: (chat) => void dialogs.open(declared.chat.share, { chatId: chat._id }),
    exportChat: (chat) => void dialogs.open(declared.chat.exportChats, { chatIds: [chat._id] }),
    async rename(chat, title) {
      if (title === chat.title) return;
      list.retitle(chat._id, title);
      try {
        await client.call(calls.chat.renameChat, { chatId: chat._id, title }, { basedOn: chat.revisions?.title });
        bus.emit(events.workspace.chatRenamed, { chatId: chat._id, title });
      } catch (error) {
        if (titleInList(chat._id) === title) list.retitle(chat._id, chat.title);
        if (isGeneralFailure(error, 'stale')) {
          const { renameAgain } = await import(/* webpackChunkName: "deletion" */ './rename-again.ts');
          return renameAgain(view, { list, chat, title, rename: (...again) => this.rename(...again) });
        }
        alertFailure(error, renameFailed);
      }
    },
    remove: (chat) => deleteChats(view, list, [chat]),
    collect: (chat) => void dialogs.open(collections, { chatId: chat._id }),
    async duplicate(chat) {
      alerts.show({ type: 'info', time: toastTimes.short, message: 'Duplicating chat...' });
      try {
        const answer = await client.call(calls.chat.duplicateChat, { chatId: chat._id });
        list.put(answer.chat);
        navigation.navigate(pathOfChat(answer.chat._id));
      } catch (error) {
        alertFailure(error, 'Failed to share chat, please try again');
      }
    },
    async pin(chat, pinned) {
      const followed = followChats(view, [chat]);
      list.put(pinned ? { ...unpinned(chat), pinned: new Date().toISOString() } : unpinned(chat));
      try {
        list.put((await client.call(calls.chat.pinChat, { chatId: chat._id, pinned })).chat);
        followed.restore(list, []);
      } catch (error) {
        dropIfGone(view, chat, error);
        followed.restore(list, [chat]);
        alertFailure(error, pinned ? 'Failed to pin chat.' : 'Failed to unpin chat.');
      }
    },
    archive: (chat) => archiveOne(view, list, chat, alertFailure),
  };
};
