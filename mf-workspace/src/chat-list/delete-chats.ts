import { messageOf } from '@atrium/shared-kernel/client';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import { chatsAtOnce, chatUndo, toastTimes } from '@atrium/shared-kernel/contracts/constants';
import type { Chat } from '@atrium/shared-kernel/contracts/entities/chat';
import { isFailure } from '@atrium/shared-kernel/failure';
import * as events from '#contracts/events';
import type { WorkspaceView } from '../remote.ts';
import type { ChatListModel } from './chat-list.model.ts';
import { followChats } from './follow-chats.ts';
import { openChatId, titleOf } from './open-chat.ts';

type View = Pick<WorkspaceView, 'client' | 'alerts' | 'bus' | 'navigation'>;

const inParts = <Item>(items: readonly Item[]): (readonly Item[])[] =>
  Array.from({ length: Math.ceil(items.length / chatsAtOnce) }, (_, index) =>
    items.slice(index * chatsAtOnce, (index + 1) * chatsAtOnce),
  );
const idsOf = (chats: readonly Chat[]) => chats.map(({ _id }) => _id);
/** How texts refer to the chats: one by its title, several by their number. */
const namesOf = (chats: readonly Chat[]) => {
  const [first] = chats;
  return chats.length === 1 && first ? `“${titleOf(first)}”` : `${chats.length} chats`;
};
const plural = (chats: readonly Chat[]) => (chats.length === 1 ? 'chat' : 'chats');

/** Restores deleted chats, and notifies the lists. After a failure, Undo is offered again for the rest. */
const restore = async (view: View, deleted: readonly Chat[]): Promise<void> => {
  const { client, alerts, bus } = view;
  let rest = deleted;
  try {
    for (const part of inParts(deleted)) {
      const { chats } = await client.call(calls.chat.restoreChats, { chatIds: idsOf(part) });
      bus.emit(events.workspace.chatsChanged, { chats });
      rest = rest.slice(part.length);
    }
    alerts.show({ type: 'info', time: toastTimes.short, message: `${namesOf(deleted)} restored.` });
  } catch (error) {
    const message = messageOf(error, `Failed to restore ${plural(rest)}. Please try again.`);
    if (isFailure(error, calls.chat.restoreChats, 'chats-not-restorable'))
      return void alerts.show({ type: 'error', time: toastTimes.long, message });
    const action = { label: 'Undo', onSelect: () => void restore(view, rest) };
    alerts.show({ type: 'error', time: chatUndo.offered, message, action });
  }
};

/** Chats that do not exist count as deleted: by another device, or by an earlier attempt whose answer was lost. */
const erase = async ({ client }: View, chats: readonly Chat[]): Promise<void> => {
  const [first] = chats;
  try {
    if (chats.length === 1 && first) await client.call(calls.chat.clearChat, { chatId: first._id });
    else await client.call(calls.chat.deleteChats, { chatIds: idsOf(chats) });
  } catch (error) {
    if (isFailure(error, calls.chat.clearChat, 'unknown-chat')) return;
    if (isFailure(error, calls.chat.deleteChats, 'unknown-chats')) return;
    throw error;
  }
};

/**
 * Deletes chats at once, emits that and offers to undo it. Those that the service did not delete come back. Never
 * rejects.
 */
export const deleteChats = async (view: View, list: ChatListModel, chats: readonly Chat[]): Promise<void> => {
  const { alerts, bus, navigation } = view;
  const followed = followChats(view, chats, list.remove(...idsOf(chats)));
  const deleted: Chat[] = [];
  try {
    for (const part of inParts(chats)) {
      await erase(view, part);
      deleted.push(...part);
    }
  } catch (error) {
    const message = messageOf(error, `Failed to delete ${plural(chats.slice(deleted.length))}. Please try again.`);
    alerts.show({ type: 'error', time: toastTimes.medium, message });
  }
  followed.restore(list, chats.slice(deleted.length));
  if (deleted.length === 0) return;
  for (const { _id } of deleted) bus.emit(events.workspace.chatDeleted, { chatId: _id });
  const openId = openChatId(navigation.location$.value);
  if (deleted.some(({ _id }) => _id === openId)) navigation.navigate('/', { replace: true });
  alerts.show({
    type: 'info',
    time: chatUndo.offered,
    message: `${namesOf(deleted)} deleted.`,
    action: { label: 'Undo', onSelect: () => void restore(view, deleted) },
  });
};
