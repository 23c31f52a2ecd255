import * as calls from '@atrium/shared-kernel/contracts/calls';
import * as events from '#contracts/events';
import { failureOf, Unreachable } from '@atrium/shared-kernel/testing/fake-service';
import { createFakeHost, testUser } from '@atrium/shared-kernel/testing/fake-host';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { chatId, messageId, numbered } from '../testing/replies.ts';
import { input, namedChat, renderChat, sendPrompt } from '../testing/screen.tsx';

const { keepChat, streamReply } = calls.chat;
type Shown = ReturnType<typeof renderChat>;
type Options = NonNullable<Parameters<typeof renderChat>[0]>;

const show = (options: Options = {}) =>
  renderChat({
    ...options,
    prepare(host) {
      host.service.answer(keepChat, () => ({}));
      options.prepare?.(host);
    },
  });
// Loaded in advance, because these tests are not about the time that the code takes to load.
beforeAll(() => import('./live-messages.tsx').then(() => undefined));
beforeEach(() => vi.useFakeTimers({ shouldAdvanceTime: true }));
afterEach(() => vi.useRealTimers());
/** The switch is loaded a second after the screen. */
const toggle = async () => {
  await act(() => vi.advanceTimersByTimeAsync(1000));
  return screen.findByRole('button', { name: 'Temporary chat' });
};
const note = () => screen.queryByText(/gone once you leave it/);
const requestsOf = ({ host }: Shown, call: { readonly name: string }) =>
  host.service.requests.filter((one) => one.call === call.name).map((one) => one.input);
const opened = {
  path: `/?chat=${chatId}`,
  prepare: ({ service }: Shown['host']) =>
    service.answer(calls.chat.getChat, () => ({ messages: [], chat: { ...namedChat(''), temporary: true as const } })),
};

test('a new chat begins as a temporary one: it is in no list, has no name, and is neither shared nor exported', async () => {
  const shown = show();
  const press = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
  await press.click(await toggle());
  expect((await toggle()).getAttribute('aria-pressed')).toBe('true');
  expect(note()).not.toBeNull();
  await sendPrompt('Between us');
  shown.reply.push(
    ...numbered(
      { type: 'chatId', chatId },
      { type: 'id', id: messageId },
      { type: 'text', text: 'Sure.' },
      { type: 'end', outcome: 'complete' },
    ),
  );
  shown.reply.end();
  expect(await screen.findByRole('heading', { level: 1, name: 'Temporary chat' })).toBeDefined();
  expect(requestsOf(shown, streamReply)).toMatchObject([{ prompt: 'Between us', temporary: true }]);
  await waitFor(() => expect(requestsOf(shown, keepChat)).toEqual([{ chatId, open: true }]));
  expect(requestsOf(shown, calls.chat.nameChat)).toEqual([]);
  const emitted = shown.host.eventsSeen.map(({ event }) => event);
  expect(emitted.filter((event) => /created|touched|named/.test(event))).toEqual([]);
  expect(screen.queryByRole('button', { name: /^(Share|Export) chat$/ })).toBeNull();
  expect(note()).not.toBeNull();
  expect(screen.queryByRole('button', { name: 'Temporary chat' })).toBeNull();
});

test('users who lose their plan while a new chat is open are not offered a temporary one', async () => {
  const { host } = show();
  await toggle();
  act(() => host.session.user$.next(testUser({ subscriptionEndDate: '2026-01-01T00:00:00.000Z' })));
  expect(await screen.findByRole('link', { name: 'Join Today' })).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Temporary chat' })).toBeNull();
});

test('one changes one’s mind before the first message, and another new chat is as any', async () => {
  const shown = show();
  const press = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
  await press.click(await toggle());
  await press.click(await toggle());
  expect(note()).toBeNull();
  await press.click(await toggle());
  expect(note()).not.toBeNull();
  act(() => shown.host.bus.emit(events.workspace.newChatRequested, {}));
  expect(note()).toBeNull();
  await sendPrompt('Hello');
  expect(requestsOf(shown, streamReply)).toHaveLength(1);
  expect(requestsOf(shown, streamReply)[0]).not.toHaveProperty('temporary');
});

test('a new one is temporary still once its page was loaded again, for the same person, and stores nothing else', async () => {
  const { storage } = createFakeHost();
  const set = vi.spyOn(storage.session, 'set');
  const prepare = (host: Shown['host']) => void Object.assign(host.storage, storage);
  const first = show({ prepare });
  await userEvent.click(await toggle());
  fireEvent.change(input(), { target: { value: 'Between us' } });
  await waitFor(() => expect(set.mock.calls).toEqual([['temporary', testUser()._id]]));
  first.unmount();
  expect(storage.session.get('temporary')).toBeUndefined();

  // A reload of the page unmounts nothing.
  storage.session.set('temporary', testUser()._id);
  const other = show({ prepare, user: testUser({ _id: 'b'.repeat(24) }) });
  await waitFor(async () => expect((await toggle()).getAttribute('aria-pressed')).toBe('false'));
  await waitFor(() => expect(note()).toBeNull());
  expect(storage.session.get('temporary')).toBeUndefined();
  other.unmount();
  storage.session.set('temporary', testUser()._id);
  const again = show({ prepare });
  await waitFor(() => expect(note()).not.toBeNull());
  await sendPrompt('Between us');
  expect(requestsOf(again, streamReply)).toMatchObject([{ temporary: true }]);
  again.reply.push(...numbered({ type: 'chatId', chatId }));
  await waitFor(() => expect(storage.session.get('temporary')).toBeUndefined());
});

test('it stays while it is on the screen, even after a reload, and is deleted with the window or for another chat', async () => {
  const shown = show(opened);
  await waitFor(() => expect(note()).not.toBeNull());
  const sentOpen = () => requestsOf(shown, keepChat).map((one) => Reflect.get(Object(one), 'open'));
  expect(sentOpen()).toEqual([true]);
  act(() => void globalThis.dispatchEvent(new Event('pagehide')));
  expect(sentOpen()).toEqual([true, false]);
  act(() => void globalThis.dispatchEvent(new Event('pageshow')));
  expect(sentOpen()).toEqual([true, false, true]);
  act(() => shown.host.bus.emit(events.workspace.newChatRequested, {}));
  await waitFor(() => expect(sentOpen()).toEqual([true, false, true, false]));
  act(() => void globalThis.dispatchEvent(new Event('pagehide')));
  expect(sentOpen()).toHaveLength(4);
});

test('one that is over says so once, and what is written stays', async () => {
  const { host } = show({
    ...opened,
    prepare(one) {
      opened.prepare(one);
      one.service.answer(keepChat, () => {
        throw failureOf('unknown-chat');
      });
    },
  });
  await waitFor(() => expect(note()).not.toBeNull());
  fireEvent.change(input(), { target: { value: 'Still here' } });
  await waitFor(() => expect(host.alertsShown).toMatchObject([{ message: 'This temporary chat has ended.' }]));
  expect(input().value).toBe('Still here');
  // The page is shown again, as each time that its user comes back to it.
  act(() => void globalThis.dispatchEvent(new Event('pageshow')));
  expect(host.service.requests.filter(({ call }) => call === keepChat.name)).toHaveLength(1);
  expect(host.alertsShown).toHaveLength(1);
});

test('it is not let go where it is read again and that fails', async () => {
  const shown = show(opened);
  await waitFor(() => expect(note()).not.toBeNull());
  shown.host.service.answer(calls.chat.getChat, () => {
    throw new Unreachable();
  });
  act(() => shown.host.bus.emit(events.shell.messagesChanged, { chatIds: [chatId] }));
  await waitFor(() => expect(requestsOf(shown, calls.chat.getChat).length).toBeGreaterThan(1));
  expect(note()).not.toBeNull();
  expect(requestsOf(shown, keepChat)).toEqual([{ chatId, open: true }]);
});
