import { messageOf } from '@atrium/shared-kernel/client';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import * as events from '#contracts/events';
import { defer, filter, from, map, merge } from 'rxjs';
import type { WorkspaceView } from '../remote.ts';
import type { ChatListInputs } from './chat-list.model.ts';

/** What happens to chats, here and elsewhere. */
export const chatEvents = ({ on }: Pick<WorkspaceView['bus'], 'on'>) => ({
  created$: merge(on(events.chat.created), on(events.chat.changed)),
  named$: on(events.chat.named),
  touched$: on(events.chat.touched),
  tagged$: on(events.workspace.collectionsChanged).pipe(
    map(({ chatId, tags }) => (chatId && tags ? { chatId, tags } : undefined)),
    filter((tagged) => tagged !== undefined),
  ),
  deleted$: on(events.workspace.chatDeleted),
  chatsChanged$: on(events.workspace.chatsChanged).pipe(map(({ chats }) => chats)),
});

/** The inputs of the list: the service's pages, and events. */
export const chatListInputs = ({ client, bus, session, scope }: WorkspaceView): ChatListInputs => {
  const fetch = (input: Parameters<typeof client.call<typeof calls.chat.listChats>>[1]) =>
    defer(() => from(client.call(calls.chat.listChats, input, { signal: scope.signal }))).pipe(
      map(({ chats }) => chats),
    );
  return {
    owner$: session.user$.pipe(map((user) => user?._id)),
    ...chatEvents(bus),
    fetchPinned: () => fetch({ only: 'pinned' }),
    fetchPage: (lastUpdateTimestamp) => fetch({ lastUpdateTimestamp }),
    describe: (error) => messageOf(error, ''),
  };
};
