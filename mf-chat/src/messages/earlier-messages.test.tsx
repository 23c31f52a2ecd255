import * as calls from '@atrium/shared-kernel/contracts/calls';
import { threadParts } from '@atrium/shared-kernel/contracts/constants';
import * as events from '#contracts/events';
import { Failure } from '@atrium/shared-kernel/testing/fake-service';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { chatId, storedMessage } from '../testing/replies.ts';
import { box, conversation, layOutRows, rectOf, rows } from '../testing/rows.ts';
import { renderChat } from '../testing/screen.tsx';

const count = 120;
const parts = { end: 50, before: 60 } as const;
const idOf = (at: number) => String(at).padStart(24, '0');
const all = Array.from({ length: count }, (_, at) =>
  storedMessage({ _id: idOf(at + 1), prompt: `Question ${at + 1}.`, content: `Answer ${at + 1}.` }),
);

beforeEach(layOutRows);
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** A chat that loads in parts. The test releases each of those before its end. */
const openChat = async () => {
  const next: (() => void)[] = [];
  /** How many pauses there were before each part was requested. */
  const pauses: number[] = [];
  const timers = vi.spyOn(globalThis, 'setTimeout');
  const rendered = renderChat();
  const { host } = rendered;
  host.service.answer(calls.chat.getChat, async ({ before }) => {
    const end = before ? all.findIndex(({ _id }) => _id === before) : count;
    const from = Math.max(0, end - (before ? parts.before : parts.end));
    pauses.push(timers.mock.calls.filter(([, ms]) => ms === threadParts.every).length);
    if (before) await new Promise<void>((resolve) => void next.push(resolve));
    return { messages: all.slice(from, end), ...(from > 0 ? { earlier: from } : {}) };
  });
  act(() => host.navigation.navigate(`/?chat=${chatId}`));
  await screen.findByRole('list', { name: 'Conversation' });
  const untilRequested = () => waitFor(() => expect(next).not.toHaveLength(0));
  const give = async () => {
    await untilRequested();
    await act(async () => {
      next.shift()!();
      // Rendering, and the scroll after it, take time of their own.
      await new Promise((resolve) => setTimeout(resolve, 20));
    });
  };
  return { ...rendered, give, untilRequested, pauses };
};
const requestInputs = ({ host }: Awaited<ReturnType<typeof openChat>>) =>
  host.service.requests.map(({ input }) => input);
const positions = () => rows().map((row) => row.getAttribute('aria-posinset'));
const loading = () => screen.queryByRole('status', { name: 'Loading earlier messages' });

test('a chat shows its newest messages at once, and has the others part by part', async () => {
  const chat = await openChat();
  expect(positions().at(-1)).toBe(String(count));
  expect(rows()[0]?.getAttribute('aria-setsize')).toBe(String(count));
  expect(loading()).not.toBeNull();
  await chat.give();
  await chat.give();
  await waitFor(() => expect(loading()).toBeNull());
  expect(requestInputs(chat)).toEqual([
    { chatId, part: 'end' },
    { chatId, before: idOf(71) },
    { chatId, before: idOf(11) },
  ]);
  // There is time to render a part before the next one is requested.
  expect(chat.pauses).toEqual([0, 1, 2]);
  expect(within(conversation()).getByText(`Question ${count}.`)).toBeDefined();
  act(() => {
    box().scrollTop = 0;
    fireEvent.scroll(box());
  });
  expect(positions()[0]).toBe('1');
});

test('the text being read keeps its position when earlier messages are added', async () => {
  const chat = await openChat();
  act(() => {
    box().scrollTop = 400;
    fireEvent.scroll(box());
  });
  const row = rows().find((one) => rectOf(one).top >= 0)!;
  const { top } = rectOf(row);
  await chat.give();
  expect(row.isConnected).toBe(true);
  expect(rectOf(row).top).toBe(top);
  expect(row.getAttribute('aria-posinset')).toBe(positions()[rows().indexOf(row)]);
});

test('a part that fails to load can be requested again', async () => {
  const chat = await openChat();
  await chat.untilRequested();
  chat.host.service.answer(calls.chat.getChat, () => {
    throw new Failure(503, {});
  });
  await chat.give();
  await screen.findByText('Couldn’t load earlier messages.');
  expect(within(conversation()).getByText(`Question ${count}.`)).toBeDefined();
  chat.host.service.answer(calls.chat.getChat, () => ({ messages: all.slice(0, 10) }));
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Retry' })));
  await waitFor(() => expect(screen.queryByText('Couldn’t load earlier messages.')).toBeNull());
});

test('a message found by a search is shown once its part is loaded', async () => {
  const chat = await openChat();
  act(() => chat.host.bus.emit(events.workspace.messageChosen, { chatId, messageId: idOf(5) }));
  await chat.give();
  await chat.give();
  await waitFor(() => expect(screen.getByText('Question 5.').closest('li')).toBe(document.activeElement));
  expect(screen.getByText(`Showing message 5 of ${count}.`)).toBeDefined();
});

test('paper says how many earlier messages are not on it, as long as there are any', async () => {
  const chat = await openChat();
  const print = (event: string) => act(() => void fireEvent(window, new Event(event)));
  const note = () => screen.queryByText(/won’t be printed/)?.textContent;
  print('beforeprint');
  expect(note()).toBe(`${count - parts.end} earlier messages are not loaded yet and won’t be printed.`);
  print('afterprint');
  expect(note()).toBeUndefined();
  await chat.give();
  await chat.give();
  await waitFor(() => expect(loading()).toBeNull());
  print('beforeprint');
  expect(rows()).toHaveLength(count);
  expect(note()).toBeUndefined();
  print('afterprint');
});
