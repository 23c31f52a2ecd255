import * as events from '@atrium/shared-kernel/contracts/events';
import type { Behavior } from '@atrium/shared-kernel/remote';
import type { WorkspaceView } from '../remote.ts';
import { type ChatActions, createChatActions } from './chat-actions.ts';
import { chatListInputs } from './chat-list.api.ts';
import { type ChatListModel, createChatListModel } from './chat-list.model.ts';
import { createTitleTypingModel, type TypedTitles } from './title-typing.model.ts';
import { createTodayModel } from './today.model.ts';

/** What the list of chats is made of; one for each mount of the bar. */
export interface ChatListParts {
  readonly list: ChatListModel;
  readonly actions: ChatActions;
  readonly typed$: Behavior<TypedTitles>;
  readonly today$: Behavior<Date>;
}

export const createChatListParts = (view: WorkspaceView): ChatListParts => {
  const list = createChatListModel(view.scope, chatListInputs(view));
  return {
    list,
    actions: createChatActions(view, list),
    typed$: createTitleTypingModel(view.scope, view.bus.on(events.chat.named)),
    today$: createTodayModel(view.scope),
  };
};
