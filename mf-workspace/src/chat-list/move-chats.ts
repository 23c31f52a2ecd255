import { messageOf } from '@atrium/shared-kernel/client';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import { chatUndo, toastTimes } from '@atrium/shared-kernel/contracts/constants';
import { chooseCollection } from '../../dialogs.ts';
import { type Chat, type Tag, tag } from '@atrium/shared-kernel/contracts/entities/chat';
import * as events from '#contracts/events';
import { schemaFor } from '@atrium/shared-kernel/contracts/schema';
import type { WorkspaceView } from '../remote.ts';

type View = Pick<WorkspaceView, 'client' | 'alerts' | 'bus' | 'dialogs'>;

/**
 * Puts each chat into exactly the collections that `target` returns for it. Shown at once, and undone for chats that
 * the service refuses. Resolves with the chats that were moved.
 */
const fileChats = async (
  { client, alerts, bus }: View,
  chats: readonly Chat[],
  target: (chat: Chat) => readonly Tag[],
): Promise<readonly Chat[]> => {
  const show = (chatId: string, tags: readonly Tag[]) =>
    bus.emit(events.workspace.collectionsChanged, { chatId, tags: [...tags] });
  for (const chat of chats) show(chat._id, target(chat));
  const moved: Chat[] = [];
  try {
    for (const chat of chats) {
      await client.call(calls.chat.editChat, { chatId: chat._id, tags: target(chat).map(({ _id }) => _id) });
      moved.push(chat);
    }
  } catch (error) {
    for (const chat of chats.slice(moved.length)) show(chat._id, chat.tags);
    const message = messageOf(error, 'Failed to move chats. Please try again.');
    alerts.show({ type: 'error', time: toastTimes.medium, message });
  }
  return moved;
};

/**
 * Lets the user choose a collection and moves the chats there, out of their current ones. Offers to undo it. Never
 * rejects.
 */
export const moveChats = async (view: View, chats: readonly Chat[]): Promise<void> => {
  const chosen = schemaFor(tag).safeParse(await view.dialogs.open(chooseCollection, {}));
  if (!chosen.success) return;
  const moved = await fileChats(view, chats, () => [chosen.data]);
  if (moved.length === 0) return;
  const before = new Map(moved.map(({ _id, tags }) => [_id, tags]));
  const there = moved.map((chat) => ({ ...chat, tags: [chosen.data] }));
  view.alerts.show({
    type: 'info',
    time: chatUndo.offered,
    message: `${moved.length === 1 ? '1 chat' : `${moved.length} chats`} moved to “${chosen.data.name}”.`,
    action: { label: 'Undo', onSelect: () => void fileChats(view, there, ({ _id }) => before.get(_id) ?? []) },
  });
};
