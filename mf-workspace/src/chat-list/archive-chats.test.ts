import * as calls from '@atrium/shared-kernel/contracts/calls';
import * as events from '#contracts/events';
import { createFakeHost } from '@atrium/shared-kernel/testing/fake-host';
import { Failure, failureOf } from '@atrium/shared-kernel/testing/fake-service';
import { describe, expect, test, vi } from 'vitest';
import { chatOf, chatsOf } from '../testing/chats.ts';
import { archiveChats } from './archive-chats.ts';
import type { ChatListModel } from './chat-list.model.ts';

const [one, two, three] = [
  chatOf({ title: 'One' }),
  chatOf({ title: 'Two', pinned: '2026-01-01T00:00:00.000Z' }),
  chatOf(),
];
const start = async (refused?: string, failure: Error = new Failure(500, {})) => {
  const host = createFakeHost();
  const list = { remove: vi.fn<ChatListModel['remove']>(), put: vi.fn<ChatListModel['put']>() };
  const byId = (id: string) => [one, two, three].find(({ _id }) => _id === id)!;
  host.service.answer(calls.chat.archiveChat, ({ chatId }) => {
    if (chatId === refused) throw failure;
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

test('a chat that can no longer be pinned keeps no other from being restored, with a note', async () => {
  const { host } = await start();
  host.service.answer(calls.chat.pinChat, () => {
    throw failureOf('too-many-pins', { limit: 50 });
  });
  host.alertsShown[0]!.action!.onSelect();
  await vi.waitFor(() =>
    expect(host.eventsSeen.filter(({ event }) => event === events.workspace.chatsChanged.name)).toHaveLength(3),
  );
  expect(host.alertsShown.slice(1)).toMatchObject([
    {
      type: 'info',
      message: expect.stringMatching(/^“Two” is back in your chats, but not pinned\. You can pin up to 50 chats\./),
    },
  ]);
});

test('an Undo that fails is offered again, for the chats that are left', async () => {
  const { host } = await start();
  host.service.answer(calls.chat.archiveChat, ({ chatId }) => {
    if (chatId === two._id) throw new Failure(500, {});
    return { chat: one };
  });
  host.alertsShown[0]!.action!.onSelect();
  await vi.waitFor(() =>
    expect(host.alertsShown.at(-1)).toMatchObject({ message: 'Failed to unarchive chats. Please try again.' }),
  );
  host.service.requests.length = 0;
  host.alertsShown.at(-1)!.action!.onSelect();
  await vi.waitFor(() => expect(host.service.requests.length).toBeGreaterThan(0));
  expect(host.service.requests[0]).toMatchObject({ input: { chatId: two._id, archived: false } });
});

test('chats that the service refuses come back, with a message', async () => {
  const { host, list } = await start(two._id);
  expect(list.put).toHaveBeenCalledWith(two, three);
  expect(host.alertsShown.map(({ message }) => message)).toEqual([
    'Failed to archive chats. Please try again.',
    '1 chat archived.',
  ]);
});

test('a chat that was deleted elsewhere keeps no other from being archived, and leaves the lists', async () => {
  const { host, list } = await start(two._id, failureOf('unknown-chat'));
  expect(list.put).not.toHaveBeenCalled();
  expect(host.alertsShown).toMatchObject([{ message: '3 chats archived.' }]);
  expect(host.eventsSeen).toEqual([{ event: events.workspace.chatDeleted.name, payload: { chatId: two._id } }]);
});

describe('many chats', () => {
  const busy = ({ eventsSeen }: ReturnType<typeof createFakeHost>) =>
    eventsSeen.filter(({ event }) => event === events.workspace.busyChanged.name).map(({ payload }) => payload);
  const asksToLeave = () => !globalThis.dispatchEvent(new Event('beforeunload', { cancelable: true }));

  /** Archives six chats. The service answers for the first one when the test says so. */
  const startMany = () => {
    const chats = chatsOf(6);
    const host = createFakeHost();
    const list = { remove: vi.fn<ChatListModel['remove']>(), put: vi.fn<ChatListModel['put']>() };
    const first = Promise.withResolvers<void>();
    const dismiss = vi.spyOn(host.alerts, 'dismiss');
    host.service.answer(calls.chat.archiveChat, async ({ chatId }) => {
      await first.promise;
      return { chat: chats.find(({ _id }) => _id === chatId)! };
    });
    const archived = archiveChats(host, list as Partial<ChatListModel> as ChatListModel, chats);
    return { chats, host, list, first, dismiss, archived };
  };

  test('are archived while an alert says so, the page is busy and leaving it asks', async () => {
    const { host, first, dismiss, archived } = startMany();
    expect(host.alertsShown).toMatchObject([{ type: 'info', time: 0, message: 'Archiving 6 chats…' }]);
    expect([busy(host), asksToLeave()]).toEqual([[{ busy: true }], true]);
    expect(dismiss).not.toHaveBeenCalled();
    first.resolve();
    await archived;
    expect([busy(host), asksToLeave()]).toEqual([[{ busy: true }, { busy: false }], false]);
    expect(dismiss).toHaveBeenCalledOnce();
    expect(host.alertsShown.at(-1)).toMatchObject({ message: '6 chats archived.', action: { label: 'Undo' } });
  });

  test('are no longer announced once the service refuses one', async () => {
    const { chats, host, list, first, dismiss, archived } = startMany();
    first.reject(new Failure(500, {}));
    await archived;
    expect([busy(host).at(-1), asksToLeave()]).toEqual([{ busy: false }, false]);
    expect(dismiss).toHaveBeenCalledOnce();
    expect(list.put).toHaveBeenCalledWith(...chats);
  });

  test('come back, except those that are archived already, when the user stops', async () => {
    const { chats, host, list, first, archived } = startMany();
    host.alertsShown[0]!.action!.onSelect();
    first.resolve();
    await archived;
    expect(list.put).toHaveBeenCalledWith(...chats.slice(1));
    expect(host.alertsShown.slice(1)).toMatchObject([{ message: '1 chat archived.' }]);
    expect(host.service.requests).toHaveLength(1);
  });

  test('come back as they are by then, and those that were deleted elsewhere do not', async () => {
    const { chats, host, list, first, archived } = startMany();
    const [, renamed, archivedElsewhere, named, deleted, last] = chats;
    const happened = [
      { ...renamed!, title: 'Renamed' },
      { ...archivedElsewhere!, archived: '2026-01-01T00:00:00.000Z' },
    ];
    host.bus.emit(events.workspace.chatsChanged, { chats: happened });
    host.bus.emit(events.chat.named, { chatId: named!._id, title: 'Named' });
    host.bus.emit(events.workspace.chatDeleted, { chatId: deleted!._id });
    first.reject(new Failure(500, {}));
    await archived;
    expect(list.put).toHaveBeenCalledWith(chats[0], happened[0], { ...named!, title: 'Named' }, last);
  });

  test('come back with lists that are read again if meanwhile more has changed than was named', async () => {
    const { host, first, archived } = startMany();
    host.bus.emit(events.workspace.chatsChanged, {});
    first.reject(new Failure(500, {}));
    await archived;
    expect(host.eventsSeen.at(-1)).toEqual({ event: events.workspace.chatsChanged.name, payload: {} });
    expect(host.eventsSeen.filter(({ event }) => event === events.workspace.chatsChanged.name)).toHaveLength(2);
  });

  test('are restored by Undo in the same way', async () => {
    const { host, first, archived } = startMany();
    first.resolve();
    await archived;
    host.alertsShown.at(-1)!.action!.onSelect();
    expect(host.alertsShown.at(-1)).toMatchObject({ time: 0, message: 'Unarchiving 6 chats…' });
    expect([busy(host).at(-1), asksToLeave()]).toEqual([{ busy: true }, true]);
    await vi.waitFor(() => expect([busy(host).at(-1), asksToLeave()]).toEqual([{ busy: false }, false]));
    expect(host.service.requests).toHaveLength(12);
  });

  test('that are left when the user stops their Undo are named, and Undo is offered for them', async () => {
    const { chats, host, first, archived } = startMany();
    first.resolve();
    await archived;
    host.alertsShown.at(-1)!.action!.onSelect();
    host.alertsShown.at(-1)!.action!.onSelect();
    await vi.waitFor(() =>
      expect(host.alertsShown.at(-1)).toMatchObject({ type: 'info', message: '5 chats are still archived.' }),
    );
    host.service.requests.length = 0;
    host.alertsShown.at(-1)!.action!.onSelect();
    await vi.waitFor(() => expect(host.service.requests).toHaveLength(5));
    // The Undo goes backwards.
    expect(host.service.requests[0]).toMatchObject({ input: { chatId: chats[4]!._id, archived: false } });
  });
});
