import { messageOf } from '@atrium/shared-kernel/client';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import { chatsAtOnce, chatUndo, toastTimes } from '@atrium/shared-kernel/contracts/constants';
import type { Chat } from '@atrium/shared-kernel/contracts/entities/chat';
import * as events from '@atrium/shared-kernel/contracts/events';
import type { WorkspaceView } from '../remote.ts';
import type { ChatListModel } from './chat-list.model.ts';
import { openChatId } from './open-chat.ts';

type View = Pick<WorkspaceView, 'client' | 'alerts' | 'bus' | 'navigation'>;

const inParts = <Item>(items: readonly Item[]): (readonly Item[])[] =>
  Array.from({ length: Math.ceil(items.length / chatsAtOnce) }, (_, index) =>
    items.slice(index * chatsAtOnce, (index + 1) * chatsAtOnce),
  );
const idsOf = (chats: readonly Chat[]) => chats.map(({ _id }) => _id);
const countOf = (count: number) => (count === 1 ? '1 chat' : `${count} chats`);

/** Brings back what was deleted; tells the lists. */
const restore = async ({ client, alerts, bus }: View, ids: readonly string[]): Promise<void> => {
  try {
    for (const chatIds of inParts(ids)) {
      const { chats } = await client.call(calls.chat.restoreChats, { chatIds: [...chatIds] });
      bus.emit(events.workspace.chatsChanged, { chats });
    }
    alerts.show({ type: 'info', time: toastTimes.short, message: `${countOf(ids.length)} restored.` });
  } catch (error) {
    const message = messageOf(error, 'Failed to restore chats. Please try again.');
    alerts.show({ type: 'error', time: toastTimes.long, message });
  }
};

/**
 * Deletes chats at once, tells of it and offers to undo it; those that the service did not delete come back. Never rejects.
 */
export const deleteChats = async (view: View, list: ChatListModel, chats: readonly Chat[]): Promise<void> => {
  const { client, alerts, bus, navigation } = view;
  list.remove(...idsOf(chats));
  const gone: string[] = [];
  try {
    for (const part of inParts(chats)) {
      await client.call(calls.chat.deleteChats, { chatIds: idsOf(part) });
      gone.push(...idsOf(part));
    }
  } catch (error) {
    list.put(...chats.filter(({ _id }) => !gone.includes(_id)));
    const message = messageOf(error, 'Failed to delete chats. Please try again.');
    alerts.show({ type: 'error', time: toastTimes.medium, message });
  }
  if (gone.length === 0) return;
  for (const chatId of gone) bus.emit(events.workspace.chatDeleted, { chatId });
  const openId = openChatId(navigation.location$.value);
  if (openId && gone.includes(openId)) navigation.navigate('/', { replace: true });
  alerts.show({
    type: 'info',
    time: chatUndo.offered,
    message: `${countOf(gone.length)} deleted.`,
    action: { label: 'Undo', onSelect: () => void restore(view, gone) },
  });
};
