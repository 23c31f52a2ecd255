import { readAgain } from '@atrium/shared-kernel/changes/read-again';
import { messagesChanged } from '../../events.ts';
import * as workspace from '#contracts/events/workspace';
import { isId } from '@atrium/shared-kernel/contracts/id';
import { type Host, mountedQueries } from '@atrium/shared-kernel/remote';
import type { WaitingItem } from './database.ts';
import type { Known } from './waiting-calls.ts';

/** Shows the current state of what a change concerns, after another tab made the change or it was canceled. */
export const refreshChange = async (
  bus: Host['bus'],
  { subjects, call }: Pick<WaitingItem, 'subjects' | 'call'>,
  known: Known,
): Promise<void> => {
  if (call.startsWith('memories.')) bus.emit(workspace.memoriesChanged, {});
  if (call.startsWith('tags.')) readAgain(mountedQueries, { type: 'changed', kind: 'collections', ids: [] });
  for (const chat of await Promise.all(subjects.filter(isId).map(known.chat))) {
    if (!chat) continue;
    bus.emit(workspace.chatsChanged, { chats: [chat] });
    bus.emit(workspace.chatRenamed, { chatId: chat._id, title: chat.title });
  }
};

/** Makes the screens read everything from the service that they had from copies. */
export const refetchAll = (bus: Host['bus']): void => {
  readAgain(mountedQueries, { type: 'reset', cursor: '' });
  bus.emit(workspace.chatsChanged, {});
  bus.emit(messagesChanged, {});
  bus.emit(workspace.memoriesChanged, {});
};
