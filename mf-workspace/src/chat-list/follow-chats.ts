import type { Chat } from '@atrium/shared-kernel/contracts/entities/chat';
import * as events from '#contracts/events';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import { isFailure } from '@atrium/shared-kernel/failure';
import { createScope } from '@atrium/shared-kernel/remote';
import { NEVER } from 'rxjs';
import type { WorkspaceView } from '../remote.ts';
import { chatEvents } from './chat-list.api.ts';
import { type ChatListModel, createChatListModel } from './chat-list.model.ts';

/** Whether a change failed because the chat does not exist any longer. If so, the chat leaves all lists. */
export const dropIfGone = ({ bus }: Pick<WorkspaceView, 'bus'>, { _id: chatId }: Chat, error: unknown): boolean => {
  const gone = isFailure(error, calls.chat.archiveChat, 'unknown-chat');
  if (gone) bus.emit(events.workspace.chatDeleted, { chatId });
  return gone;
};

export interface FollowedChats {
  /**
   * Ends the following, and shows those of `chats` in the list that are not deleted or archived by now, as they are by
   * now.
   */
  readonly restore: (list: Pick<ChatListModel, 'put'>, chats: readonly Chat[]) => void;
}

/**
 * Follows chats while they are changed here, which is shown before the service has answered. What was known at the
 * start may be outdated when that has to be reverted. `release` ends their absence from a list.
 */
export const followChats = (
  { bus }: Pick<WorkspaceView, 'bus'>,
  chats: readonly Chat[],
  release?: () => void,
): FollowedChats => {
  const scope = createScope();
  const happening = chatEvents(bus);
  const pages = { owner$: NEVER, fetchPinned: () => NEVER, fetchPage: () => NEVER, describe: () => '' };
  const followed = createChatListModel(scope, { ...pages, ...happening });
  followed.put(...chats);
  let unnamed = false;
  happening.chatsChanged$.pipe(scope.until()).subscribe((changed) => {
    unnamed ||= changed === undefined;
  });
  return {
    restore(list, failed) {
      scope.end();
      release?.();
      const known = new Map(followed.state$.value.chats.map((chat) => [chat._id, chat]));
      const now = failed.flatMap(({ _id }) => known.get(_id) ?? []);
      if (now.length === 0) return;
      list.put(...now);
      // Some of them may have been among the changes that nobody named.
      if (unnamed) bus.emit(events.workspace.chatsChanged, {});
    },
  };
};
