import * as calls from '@atrium/shared-kernel/contracts/calls';
import { messageOf } from '@atrium/shared-kernel/client';
import { toastTimes } from '@atrium/shared-kernel/contracts/constants';
import type { Chat } from '@atrium/shared-kernel/contracts/entities/chat';
import * as events from '#contracts/events';
import type { WorkspaceView } from '../remote.ts';
import type { ChatListModel } from './chat-list.model.ts';
import { titleOf } from './open-chat.ts';
import { renameFailed } from './failures.ts';

interface Renaming {
  readonly list: ChatListModel;
  /** The chat as it was shown when its title was typed. */
  readonly chat: Chat;
  readonly title: string;
  readonly rename: (chat: Chat, title: string) => Promise<void>;
}

/**
 * Handles a rename that is based on an outdated title. If the current title is the one that was shown (the list knew it
 * from an event), the chat is renamed. If another tab has set it, that title is shown, and the user may still set
 * theirs.
 */
export const renameAgain = async (
  { client, alerts, bus }: Pick<WorkspaceView, 'client' | 'alerts' | 'bus'>,
  { list, chat, title, rename }: Renaming,
): Promise<void> => {
  try {
    const { chat: now } = await client.call(calls.chat.focusChat, { chatId: chat._id });
    if (now.title === chat.title || now.title === title) return await rename({ ...now, title: chat.title }, title);
    list.retitle(now._id, now.title);
    bus.emit(events.workspace.chatRenamed, { chatId: now._id, title: now.title });
    alerts.show({
      type: 'warn',
      time: toastTimes.longest,
      message: `This chat was renamed to “${titleOf(now)}” in the meantime.`,
      action: { label: `Rename to “${title}”`, onSelect: () => void rename(now, title) },
    });
  } catch (error) {
    alerts.show({ type: 'error', time: toastTimes.medium, message: messageOf(error, renameFailed) });
  }
};
