import { toastTimes } from '@atrium/shared-kernel/contracts/constants';
import type { Chat, Tag } from '@atrium/shared-kernel/contracts/entities/chat';
import type { ChatListModel } from '../chat-list/chat-list.model.ts';
import { titleOf } from '../chat-list/open-chat.ts';
import { tagChat } from '../collections/collections.api.ts';
import type { WorkspaceView } from '../remote.ts';

type View = Pick<WorkspaceView, 'client' | 'bus' | 'alerts'>;

/** Adds the collection to the chat's own, unless it is there already (B4.40). */
export const dropChat =
  (view: View, list: Pick<ChatListModel, 'state$'>) =>
  async (dragged: Chat, tag: Tag): Promise<void> => {
    const chat = list.state$.value.chats.find(({ _id }) => _id === dragged._id) ?? dragged;
    const say = (message: string) => view.alerts.show({ type: 'info', time: toastTimes.short, message });
    if (chat.tags.some(({ _id }) => _id === tag._id)) return void say(`“${titleOf(chat)}” is in ${tag.name} already.`);
    const agreed = await tagChat(view, chat._id, { before: chat.tags, after: [...chat.tags, tag] });
    if (agreed) say(`“${titleOf(chat)}” is in ${tag.name} now.`);
  };
