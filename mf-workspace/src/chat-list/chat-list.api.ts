import { messageOf } from '@atrium/shared-kernel/client';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import * as events from '#contracts/events';
import { defer, filter, from, map, merge } from 'rxjs';
import type { WorkspaceView } from '../remote.ts';
import type { ChatListInputs } from './chat-list.model.ts';

/** The inputs of the list: the service's pages, and events of mf-chat. */
export const chatListInputs = ({ client, bus, session, scope }: WorkspaceView): ChatListInputs => {
  const fetch = (input: Parameters<typeof client.call<typeof calls.chat.listChats>>[1]) =>
    defer(() => from(client.call(calls.chat.listChats, input, { signal: scope.signal }))).pipe(
      map(({ chats }) => chats),
    );
  return {
    owner$: session.user$.pipe(map((user) => user?._id)),
    created$: merge(bus.on(events.chat.created), bus.on(events.chat.changed)),
    named$: bus.on(events.chat.named),
    touched$: bus.on(events.chat.touched),
    tagged$: bus.on(events.workspace.collectionsChanged).pipe(
      map(({ chatId, tags }) => (chatId && tags ? { chatId, tags } : undefined)),
      filter((tagged) => tagged !== undefined),
    ),
    deleted$: bus.on(events.workspace.chatDeleted),
    chatsChanged$: bus.on(events.workspace.chatsChanged).pipe(map(({ chats }) => chats)),
    fetchPinned: () => fetch({ only: 'pinned' }),
    fetchPage: (lastUpdateTimestamp) => fetch({ lastUpdateTimestamp }),
    describe: (error) => messageOf(error, ''),
  };
};
