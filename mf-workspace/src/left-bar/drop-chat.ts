import * as calls from '@atrium/shared-kernel/contracts/calls';
import { toastTimes } from '@atrium/shared-kernel/contracts/constants';
import type { Chat, Tag } from '@atrium/shared-kernel/contracts/entities/chat';
import { callFailed } from '@atrium/shared-kernel/contracts/sentences';
import type { ChatListModel } from '../chat-list/chat-list.model.ts';
import { titleOf } from '../chat-list/open-chat.ts';
import { tagChat } from '../collections/tag-chat.ts';
import type { WorkspaceView } from '../remote.ts';

type View = Pick<WorkspaceView, 'client' | 'bus' | 'alerts'>;

/** The chat as the service has it, or as it is known here if the service does not answer. */
const currentState = async ({ client }: View, chat: Chat): Promise<Chat> => {
  try {
    return (await client.call(calls.chat.focusChat, { chatId: chat._id })).chat;
  } catch {
    return chat;
  }
};

/** Adds the collection to the chat's own, unless it is there already (B4.40). */
export const dropChat =
  (view: View, list: Pick<ChatListModel, 'state$'>) =>
  async (dragged: Chat, tag: Tag): Promise<void> => {
    const chat = list.state$.value.chats.find(({ _id }) => _id === dragged._id) ?? dragged;
    const notify = (message: string) => view.alerts.show({ type: 'info', time: toastTimes.short, message });
    if (chat.tags.some(({ _id }) => _id === tag._id))
      return void notify(`“${titleOf(chat)}” is in ${tag.name} already.`);
    const add = ({ _id, tags, revisions }: Chat) =>
      tagChat(view, _id, {
        before: tags,
        after: [...tags.filter((one) => one._id !== tag._id), tag],
        basedOn: revisions?.tags,
      });
    let outcome = await add(chat);
    // Another tab was first. Adding one more is right in any case, so it is added to the current ones.
    if (outcome === 'stale') outcome = await add(await currentState(view, chat));
    if (outcome === 'stale') view.alerts.show({ type: 'error', time: toastTimes.medium, message: callFailed });
    if (outcome === 'done') notify(`“${titleOf(chat)}” is in ${tag.name} now.`);
  };
