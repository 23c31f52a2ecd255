import * as calls from '@atrium/shared-kernel/contracts/calls';
import * as events from '#contracts/events';
import { createFakeHost } from '@atrium/shared-kernel/testing/fake-host';
import { Failure } from '@atrium/shared-kernel/testing/fake-service';
import { expect, test, vi } from 'vitest';
import { chatOf } from '../testing/chats.ts';
import { archiveChats } from './archive-chats.ts';
import type { ChatListModel } from './chat-list.model.ts';

const [one, two, three] = [
  chatOf({ title: 'One' }),
  chatOf({ title: 'Two', pinned: '2026-01-01T00:00:00.000Z' }),
  chatOf(),
];
const start = async (refused?: string) => {
  const host = createFakeHost();
  const list = { remove: vi.fn<ChatListModel['remove']>(), put: vi.fn<ChatListModel['put']>() };
  const byId = (id: string) => [one, two, three].find(({ _id }) => _id === id)!;
  host.service.answer(calls.chat.archiveChat, ({ chatId }) => {
    if (chatId === refused) throw new Failure(500, {});
    return { chat: byId(chatId) };
  });
  host.service.answer(calls.chat.pinChat, ({ chatId }) => ({ chat: byId(chatId) }));
  await archiveChats(host, list as Partial<ChatListModel> as ChatListModel, [one, two, three]);
  return { host, list };
};

test('selected chats are archived at once, and restored by Undo, pinned as before', async () => {
  const { host, list } = await start();
  expect(list.remove).toHaveBeenCalledWith(one._id, two._id, three._id);
  expect(host.alertsShown).toMatchObject([{ message: '3 chats archived.', action: { label: 'Undo' } }]);
  host.alertsShown[0]!.action!.onSelect();
  await vi.waitFor(() =>
    expect(host.eventsSeen.filter(({ event }) => event === events.workspace.chatsChanged.name)).toHaveLength(3),
  );
  expect(host.service.requests.filter(({ call }) => call === calls.chat.pinChat.name)).toEqual([
    { call: 'chat.pinChat', input: { chatId: two._id, pinned: true } },
  ]);
});

test('chats that the service refuses come back, with a message', async () => {
  const { host, list } = await start(two._id);
  expect(list.put).toHaveBeenCalledWith(two, three);
  expect(host.alertsShown.map(({ message }) => message)).toEqual([
    'Failed to archive chats. Please try again.',
    '1 chat archived.',
  ]);
});
