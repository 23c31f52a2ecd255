import * as calls from '@atrium/shared-kernel/contracts/calls';
import type { Chat } from '@atrium/shared-kernel/contracts/entities/chat';
import type { ChangeItem } from '@atrium/shared-kernel/contracts/entities/change';
import { mountedQueries } from '@atrium/shared-kernel/remote';
import type { OwnedSession } from '@atrium/shared-kernel/session';
import { createFakeHost, testUser } from '@atrium/shared-kernel/testing/fake-host';
import { failureOf, Unreachable } from '@atrium/shared-kernel/testing/fake-service';
import { QueryClient } from '@tanstack/react-query';
import { Subject } from 'rxjs';
import { afterEach, expect, test, vi } from 'vitest';
import { followChanges } from './follow-changes.ts';

const chatId = 'c'.repeat(24);
const chat: Chat = { _id: chatId, title: 'Tea', tags: [], secure: false, createdDate: '2026-01-01T00:00:00.000Z' };
afterEach(() => mountedQueries.clear());

const start = (path = '/', deleted: readonly string[] = []) => {
  const host = createFakeHost({ path });
  const { service, session } = host;
  let push: (item: ChangeItem) => void = () => undefined;
  let open = 0;
  service.answer(calls.changes.followChanges, async function* (_, signal) {
    const items: ChangeItem[] = [];
    let wake = () => {};
    push = (item) => {
      items.push(item);
      wake();
    };
    open += 1;
    const left = new Promise<never>((_, reject) => {
      signal?.addEventListener('abort', () => {
        open -= 1;
        reject(new DOMException('Left.', 'AbortError'));
      });
    });
    for (;;) {
      while (items.length > 0) yield items.shift()!;
      const woken = new Promise<void>((resolve) => {
        wake = resolve;
      });
      await Promise.race([woken, left]);
    }
  });
  service.answer(calls.chat.focusChat, ({ chatId: _id }) => ({ chat: { ...chat, _id } }));
  service.answer(calls.chat.restoreChats, () => ({ chats: [chat] }));
  service.answer(calls.session.getUser, () => testUser());
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the fake host has the session that the shell owns
  const owned = session as unknown as OwnedSession;
  const failed$ = new Subject<readonly string[]>();
  followChanges({ ...host, session: owned, deletions: { has: (id) => deleted.includes(id), failed$ } });
  const publish = async (kind: string, ids: string[] = [], team?: string) => {
    await vi.waitFor(() => expect(open).toBe(1));
    push({ type: 'changed', kind, ids, cursor: 'c', ...(team ? { team } : {}) });
  };
  const reset = async () => {
    await vi.waitFor(() => expect(open).toBe(1));
    push({ type: 'reset', cursor: 'c' });
  };
  const eventsOf = (name: string) =>
    host.eventsSeen.filter(({ event }) => event === name).map(({ payload }) => payload);
  const requestsOf = (name: string) => service.requests.filter(({ call }) => call === name).length;
  return { host, publish, reset, eventsOf, requestsOf, failed$, standing: () => open };
};

test('the lists learn how a chat is now, and its title', async () => {
  const { publish, eventsOf } = start();
  await publish('chats', [chatId]);
  await vi.waitFor(() => expect(eventsOf('workspace.chatsChanged')).toEqual([{ chats: [chat] }]));
  expect(eventsOf('workspace.chatRenamed')).toEqual([{ chatId, title: 'Tea' }]);
});

test('a chat that could not be read is read again', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { host, publish, eventsOf } = start();
  host.service.answer(calls.chat.focusChat, () => {
    throw new Unreachable();
  });
  await publish('chats', [chatId]);
  await vi.waitFor(() => expect(host.service.requests.filter(({ call }) => call === 'chat.focusChat')).toHaveLength(1));
  host.service.answer(calls.chat.focusChat, () => ({ chat }));
  await vi.advanceTimersByTimeAsync(1000);
  await vi.waitFor(() => expect(eventsOf('workspace.chatsChanged')).toEqual([{ chats: [chat] }]));
  vi.useRealTimers();
});

test('a chat that this page deletes is not read again', async () => {
  const other = 'd'.repeat(24);
  const { host, publish, eventsOf } = start('/', [chatId]);
  await publish('chats', [chatId, other]);
  await vi.waitFor(() => expect(eventsOf('workspace.chatsChanged')).toHaveLength(1));
  const read = host.service.requests.filter(({ call }) => call === 'chat.focusChat').map(({ input }) => input);
  expect(read).toEqual([{ chatId: other }]);
  expect(eventsOf('workspace.chatDeleted')).toEqual([]);
});

test('many chats come with lists that begin afresh', async () => {
  const { publish, eventsOf, requestsOf } = start();
  await publish('chats');
  await vi.waitFor(() => expect(eventsOf('workspace.chatsChanged')).toEqual([{}]));
  expect(requestsOf(calls.chat.focusChat.name)).toBe(0);
});

test('a chat that was deleted elsewhere leaves the screen with a message, and can be restored', async () => {
  const { host, publish, eventsOf } = start(`/?chat=${chatId}`);
  host.service.answer(calls.chat.focusChat, () => {
    throw failureOf('unknown-chat');
  });
  await publish('chats', [chatId]);
  await vi.waitFor(() => expect(eventsOf('workspace.chatDeleted')).toEqual([{ chatId }]));
  expect(host.navigation.location$.value.search).toBe('');
  expect(host.alertsShown).toMatchObject([{ message: 'This chat was deleted in another tab or on another device.' }]);
  host.alertsShown[0]!.action!.onSelect();
  await vi.waitFor(() => expect(host.navigation.location$.value.search).toBe(`?chat=${chatId}`));
});

const others = Array.from({ length: 10 }, (_, index) => `${index}`.repeat(24));

test.each([
  ['with more chats than are read one by one', (page) => page.publish('chats', [...others, chatId])],
  ['while nobody could say which chats changed', (page) => page.publish('chats')],
  ['while too much changed to be told', (page) => page.reset()],
] satisfies [string, (page: ReturnType<typeof start>) => Promise<void>][])(
  'a chat that was deleted elsewhere %s leaves the screen as well',
  async (_, change) => {
    const page = start(`/?chat=${chatId}`);
    page.host.service.answer(calls.chat.focusChat, () => {
      throw failureOf('unknown-chat');
    });
    await change(page);
    await vi.waitFor(() => expect(page.eventsOf('workspace.chatDeleted')).toEqual([{ chatId }]));
    expect(page.eventsOf('workspace.chatsChanged')).toEqual([{}]);
    expect(page.requestsOf(calls.chat.focusChat.name)).toBe(1);
    expect(page.host.alertsShown).toMatchObject([
      { message: 'This chat was deleted in another tab or on another device.' },
    ]);
  },
);

test('of many changed chats none is read while the one on the screen is not among them', async () => {
  const { publish, eventsOf, requestsOf } = start(`/?chat=${chatId}`);
  await publish('chats', [...others, 'a'.repeat(24)]);
  await vi.waitFor(() => expect(eventsOf('workspace.chatsChanged')).toEqual([{}]));
  expect(requestsOf(calls.chat.focusChat.name)).toBe(0);
});

test('a dialog above a chat that was deleted elsewhere stays open', async () => {
  const { host, publish, eventsOf } = start(`/?chat=${chatId}&abc=`);
  host.service.answer(calls.chat.focusChat, () => {
    throw failureOf('unknown-chat');
  });
  await publish('chats', [chatId]);
  await vi.waitFor(() => expect(eventsOf('workspace.chatDeleted')).toEqual([{ chatId }]));
  expect(host.navigation.location$.value.search).toBe('?abc=');
});

test('a chat that is not on the screen disappears without a message', async () => {
  const { host, publish, eventsOf } = start();
  host.service.answer(calls.chat.focusChat, () => {
    throw failureOf('unknown-chat');
  });
  await publish('chats', [chatId]);
  await vi.waitFor(() => expect(eventsOf('workspace.chatDeleted')).toEqual([{ chatId }]));
  expect(host.alertsShown).toEqual([]);
});

test('queries of all remotes are read again, models are notified, and the session is checked', async () => {
  const queries = new QueryClient();
  mountedQueries.add(queries);
  queries.setQueryData(['team', 't'], {});
  const { publish, eventsOf, requestsOf } = start();
  await publish('members', ['m'], 't');
  await vi.waitFor(() => expect(queries.getQueryState(['team', 't'])?.isInvalidated).toBe(true));
  await publish('messages', [chatId]);
  await vi.waitFor(() => expect(eventsOf('shell.messagesChanged')).toEqual([{ chatIds: [chatId] }]));
  await publish('memories', ['m']);
  await vi.waitFor(() => expect(eventsOf('workspace.memoriesChanged')).toHaveLength(1));
  expect(requestsOf('session.getUser')).toBe(0);
  await publish('settings', ['u']);
  await vi.waitFor(() => expect(requestsOf('session.getUser')).toBe(1));
});

test('after too long offline everything is read again', async () => {
  const { reset, eventsOf, requestsOf } = start();
  await reset();
  await vi.waitFor(() => expect(eventsOf('shell.messagesChanged')).toEqual([{}]));
  expect(eventsOf('workspace.chatsChanged')).toEqual([{}]);
  await vi.waitFor(() => expect(requestsOf('session.getUser')).toBe(1));
});

test('a page that is first shown after the computer slept counts that time, although its own time stood still', async () => {
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  const hours = 8 * 3_600_000;
  const opened = Date.now();
  const { host, standing } = start();
  vi.spyOn(performance, 'now').mockReturnValue(1000);
  vi.spyOn(Date, 'now').mockReturnValue(opened + hours);
  visibility.mockReturnValue('visible');
  document.dispatchEvent(new Event('visibilitychange'));
  await vi.waitFor(() => expect(standing()).toBe(1));
  const followed = host.service.requests.find(({ call }) => call === calls.changes.followChanges.name);
  expect((followed!.input as { age: number }).age).toBeGreaterThanOrEqual(hours);
});

test('offline nothing is followed, and afterwards it continues from the last position', async () => {
  const { host, publish, eventsOf, standing } = start();
  await publish('memories');
  await vi.waitFor(() => expect(eventsOf('workspace.memoriesChanged')).toHaveLength(1));
  host.online$.next(false);
  await vi.waitFor(() => expect(standing()).toBe(0));
  host.online$.next(true);
  await vi.waitFor(() => expect(standing()).toBe(1));
  const followed = host.service.requests.filter(({ call }) => call === calls.changes.followChanges.name);
  expect(followed.at(-1)?.input).toEqual({ after: 'c' });
});

test('nothing is held for a page that is hidden, or whose person has left', async () => {
  const { host, standing } = start();
  await vi.waitFor(() => expect(standing()).toBe(1));
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  document.dispatchEvent(new Event('visibilitychange'));
  await vi.waitFor(() => expect(standing()).toBe(0));
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible');
  document.dispatchEvent(new Event('visibilitychange'));
  await vi.waitFor(() => expect(standing()).toBe(1));
  host.session.user$.next(undefined);
  await vi.waitFor(() => expect(standing()).toBe(0));
});

test('a chat that this page deletes while it is read does not come back', async () => {
  const deleted: string[] = [];
  const { host, publish, eventsOf, requestsOf } = start('/', deleted);
  const answered = Promise.withResolvers<void>();
  host.service.answer(calls.chat.focusChat, async ({ chatId: _id }) => {
    await answered.promise;
    return { chat: { ...chat, _id } };
  });
  await publish('chats', [chatId]);
  await vi.waitFor(() => expect(requestsOf(calls.chat.focusChat.name)).toBe(1));
  deleted.push(chatId);
  answered.resolve();
  const other = 'd'.repeat(24);
  await publish('chats', [other]);
  await vi.waitFor(() =>
    expect(eventsOf('workspace.chatsChanged')).toContainEqual({ chats: [{ ...chat, _id: other }] }),
  );
  expect(eventsOf('workspace.chatsChanged')).toHaveLength(1);
});

test('a chat whose deletion failed is read again, because it may be deleted all the same', async () => {
  const deleted = [chatId];
  const { host, publish, eventsOf, failed$ } = start(`/?chat=${chatId}`, deleted);
  host.service.answer(calls.chat.focusChat, ({ chatId: _id }) => {
    if (_id === chatId) throw failureOf('unknown-chat');
    return { chat: { ...chat, _id } };
  });
  await publish('chats', [chatId, others[0]!]);
  await vi.waitFor(() => expect(eventsOf('workspace.chatsChanged')).toHaveLength(1));
  expect(eventsOf('workspace.chatDeleted')).toEqual([]);
  deleted.pop();
  failed$.next([chatId]);
  await vi.waitFor(() => expect(eventsOf('workspace.chatDeleted')).toEqual([{ chatId }]));
  await vi.waitFor(() =>
    expect(host.alertsShown).toMatchObject([{ message: 'The chat was deleted after all.', action: { label: 'Undo' } }]),
  );
  expect(host.navigation.location$.value.search).toBe('');
  host.alertsShown[0]!.action!.onSelect();
  await vi.waitFor(() => expect(host.navigation.location$.value.search).toBe(`?chat=${chatId}`));
});

test('chats whose deletion failed but happened are reported once, with Undo, also while none is on the screen', async () => {
  const { host, publish, eventsOf, failed$ } = start();
  const [one, other, kept] = others;
  const gone: unknown[] = [one, other];
  host.service.answer(calls.chat.focusChat, ({ chatId: _id }) => {
    if (gone.includes(_id)) throw failureOf('unknown-chat');
    return { chat: { ...chat, _id } };
  });
  await publish('memories');
  failed$.next([one!, other!, kept!]);
  await vi.waitFor(() =>
    expect(host.alertsShown).toMatchObject([{ message: '2 chats were deleted after all.', action: { label: 'Undo' } }]),
  );
  expect(eventsOf('workspace.chatDeleted')).toEqual([{ chatId: one }, { chatId: other }]);
  // The third one is still there, so its end later is news from elsewhere.
  gone.push(kept);
  await publish('chats', [kept!]);
  await vi.waitFor(() => expect(eventsOf('workspace.chatDeleted')).toContainEqual({ chatId: kept }));
  host.alertsShown[0]!.action!.onSelect();
  await vi.waitFor(() =>
    expect(host.service.requests.at(-1)).toMatchObject({ call: 'chat.restoreChats', input: { chatIds: [one, other] } }),
  );
  expect(host.navigation.location$.value.search).toBe('');
  expect(host.alertsShown).toHaveLength(1);
});

test('many chats whose deletion failed come with lists that begin afresh', async () => {
  const { eventsOf, failed$, publish } = start();
  await publish('memories');
  failed$.next([...others, chatId]);
  await vi.waitFor(() => expect(eventsOf('workspace.chatsChanged')).toEqual([{}]));
});

test('restoring a chat that was deleted elsewhere is offered again after a failure, but not if it is too late', async () => {
  const { host, publish } = start(`/?chat=${chatId}`);
  host.service.answer(calls.chat.focusChat, () => {
    throw failureOf('unknown-chat');
  });
  await publish('chats', [chatId]);
  await vi.waitFor(() => expect(host.alertsShown).toHaveLength(1));
  const undoFails = async (error: Error) => {
    host.service.answer(calls.chat.restoreChats, () => {
      throw error;
    });
    const count = host.alertsShown.length;
    host.alertsShown.at(-1)!.action!.onSelect();
    await vi.waitFor(() => expect(host.alertsShown).toHaveLength(count + 1));
    return host.alertsShown.at(-1);
  };
  expect(await undoFails(new Unreachable())).toMatchObject({ type: 'error', action: { label: 'Undo' } });
  expect((await undoFails(failureOf('chats-not-restorable')))?.action).toBeUndefined();
});
