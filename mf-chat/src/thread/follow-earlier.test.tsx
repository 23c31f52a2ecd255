import { CallFailure } from '@atrium/shared-kernel/client';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import { threadParts } from '@atrium/shared-kernel/contracts/constants';
import { fingerprint } from '@atrium/shared-kernel/contracts/fingerprint';
import type { Message } from '@atrium/shared-kernel/contracts/entities/chat';
import { Failure } from '@atrium/shared-kernel/testing/fake-service';
import * as events from '#contracts/events';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { fromService } from '../reply/reply.ts';
import { chatId, storedMessage } from '../testing/replies.ts';
import { box, conversation, layOutRows, rows } from '../testing/rows.ts';
import { renderChat } from '../testing/screen.tsx';
import { changedPages } from './follow-changes.ts';

const idOf = (at: number, branch = 0) => `${branch}${String(at).padStart(23, '0')}`;
const message = (at: number, change: Partial<Message> = {}) =>
  storedMessage({ _id: idOf(at), prompt: `Question ${at}.`, content: `Answer ${at}.`, revision: `r${at}`, ...change });
const from = (first: number, last: number, make = message) =>
  Array.from({ length: last - first + 1 }, (_, at) => make(first + at));
const pagesOf = (messages: readonly Message[]) => {
  const pages: string[] = [];
  for (let to = messages.length; to > 0; to -= threadParts.before) {
    const page = messages.slice(Math.max(0, to - threadParts.before), to);
    pages.push(fingerprint(page.map(({ revision = '' }) => revision)));
  }
  return pages;
};

beforeEach(layOutRows);
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe('earlier messages of a long chat that is open', () => {
  const count = 250;
  /** A chat that is open with all of its messages. The service gives them in parts, those before `held` when told. */
  const open = async (held?: string) => {
    let stored = from(1, count);
    const rendered = renderChat();
    const { host, reply } = rendered;
    const first = Promise.withResolvers<void>();
    const answer = ({ part, before }: { part?: string | undefined; before?: string | undefined }) => {
      const path = before
        ? stored.slice(
            0,
            stored.findIndex(({ _id }) => _id === before),
          )
        : stored;
      const start = Math.max(0, path.length - (before ? threadParts.before : part ? threadParts.end : path.length));
      const earlier = start > 0 ? { earlier: start } : {};
      const parts = { messages: path.slice(start), ...earlier };
      if (before !== undefined && before === held) return first.promise.then(() => parts);
      return { ...parts, ...(part ? { pages: pagesOf(path.slice(0, start)) } : {}) };
    };
    host.service.answer(calls.chat.getChat, answer);
    act(() => host.navigation.navigate(`/?chat=${chatId}`));
    const read = () => host.service.requests.filter(({ call }) => call === calls.chat.getChat.name);
    await waitFor(() => expect(read()).toHaveLength(4));
    await screen.findByRole('list', { name: 'Conversation' });
    const loading = () => screen.queryByRole('status', { name: 'Loading earlier messages' });
    if (held === undefined) await waitFor(() => expect(loading()).toBeNull());
    const before = read().length;
    const change = async (next: Message[], serve = answer) => {
      stored = next;
      host.service.answer(calls.chat.getChat, serve);
      await act(async () => host.bus.emit(events.shell.messagesChanged, { chatIds: [chatId] }));
    };
    const inputs = () =>
      read()
        .slice(before)
        .map(({ input }) => input);
    const serveHeld = () => act(async () => first.resolve());
    const release = async () => {
      await serveHeld();
      await waitFor(() => expect(loading()).toBeNull());
    };
    const sends = () => host.service.requests.filter(({ call }) => call === calls.chat.streamReply.name);
    return { change, inputs, answer, reply, serveHeld, loading, release, sends };
  };
  const toTop = () =>
    act(() => {
      box().scrollTop = 0;
      fireEvent.scroll(box());
    });
  const toEnd = () =>
    act(() => {
      box().scrollTop = 1_000_000;
      fireEvent.scroll(box());
    });
  const hasLength = (length: number) =>
    waitFor(() => expect(rows()[0]?.getAttribute('aria-setsize')).toBe(String(length)));
  const shows = (text: string, options = {}) =>
    waitFor(() => expect(within(conversation()).getByText(text)).toBeDefined(), options);

  test('become true when they change elsewhere, and only their page is read', async () => {
    const { change, inputs } = await open();
    toTop();
    await change(from(1, count).with(2, message(3, { content: 'Answer 3, changed.', revision: 'later' })));
    await shows('Answer 3, changed.');
    expect(inputs()).toEqual([
      { chatId, part: 'end' },
      { chatId, before: idOf(31) },
    ]);
  });

  test('are not read where nothing of them changed', async () => {
    const { change, inputs } = await open();
    await change([...from(1, count), message(251)]);
    await hasLength(251);
    await act(async () => undefined);
    expect(inputs()).toEqual([{ chatId, part: 'end' }]);
  });

  test('are read again where their page did not come, until it does', async () => {
    const { change, answer, inputs } = await open();
    toTop();
    const changed = from(1, count).with(0, message(1, { content: 'Answer 1, changed.', revision: 'later' }));
    let failures = 1;
    await change(changed, (input) => {
      if (input.before && failures-- > 0) throw new Failure(503, {});
      return answer(input);
    });
    await shows('Answer 1, changed.');
    expect(inputs()).toHaveLength(4);
  });

  test('become true where they arrive after a change that they do not have yet', async () => {
    const { change, inputs, release } = await open(idOf(31));
    await change(from(1, count).with(2, message(3, { content: 'Answer 3, changed.', revision: 'later' })));
    await release();
    toTop();
    await shows('Answer 3, changed.');
    expect(inputs()).toEqual([
      { chatId, part: 'end' },
      { chatId, part: 'end' },
      { chatId, before: idOf(31) },
    ]);
  });

  test('stay where they were loaded while a replaced message was refused', async () => {
    const { reply, release, sends } = await open(idOf(31));
    toEnd();
    await act(async () => fireEvent.click(screen.getAllByRole('button', { name: 'Edit message' }).at(-1)!));
    const area = screen.getByRole('textbox', { name: 'Message to send instead' });
    fireEvent.change(area, { target: { value: 'Another question' } });
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Save & Send' })));
    await waitFor(() => expect(sends()).toHaveLength(1));
    await release();
    await act(async () => reply.fail(new CallFailure(429, 'Too many', {}, 'refused')));
    await hasLength(count);
    expect(rows().at(-1)?.textContent).toContain('Answer 250.');
    toTop();
    await shows('Question 1.');
  });

  test('wait for the message before which they stand, where it was edited while they were loaded', async () => {
    const { inputs, reply, serveHeld, loading, sends } = await open(idOf(31));
    toTop();
    await act(async () => fireEvent.click(screen.getAllByRole('button', { name: 'Edit message' })[0]!));
    const area = screen.getByRole('textbox', { name: 'Message to send instead' });
    fireEvent.change(area, { target: { value: 'Another question' } });
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Save & Send' })));
    await waitFor(() => expect(sends()).toHaveLength(1));
    const timers = vi.spyOn(globalThis, 'setTimeout');
    await serveHeld();
    await waitFor(() => expect(timers.mock.calls.filter(([, ms]) => ms === threadParts.every)).toHaveLength(3));
    expect(inputs()).toEqual([]);
    await act(async () => reply.fail(new CallFailure(429, 'Too many', {}, 'refused')));
    await waitFor(() => expect(loading()).toBeNull());
    expect(inputs()).toEqual([{ chatId, before: idOf(31) }]);
    await hasLength(count);
  });

  test('stay where another branch goes on from them, and only what differs is read', async () => {
    const { change, inputs } = await open();
    toTop();
    const other = from(61, 240, (at) => message(at, { _id: idOf(at, 1), prompt: `Other ${at}.`, revision: `o${at}` }));
    await change([...from(1, 60), ...other]);
    await hasLength(240);
    await shows('Question 1.');
    toEnd();
    await shows('Other 240.');
    expect(inputs()).toEqual([
      { chatId, part: 'end' },
      { chatId, before: idOf(221, 1) },
      { chatId, before: idOf(121, 1) },
    ]);
  });
});

describe('pages whose messages have changed', () => {
  const ours = from(1, 130).map(fromService);
  const end = { messages: from(121, 130).map(fromService), earlier: 120 };

  test('are known by the revisions of their messages', () => {
    expect(changedPages(ours, { ...end, pages: pagesOf(from(1, 120)) })).toEqual([]);
    const second = from(1, 120).with(5, message(6, { revision: 'later' }));
    expect(changedPages(ours, { ...end, pages: pagesOf(second) })).toEqual([idOf(21)]);
    const both = second.with(119, message(120, { revision: 'later' }));
    expect(changedPages(ours, { ...end, pages: pagesOf(both) })).toEqual([idOf(121), idOf(21)]);
  });

  test('count as such while they are loaded in part, and not before', () => {
    const pages = pagesOf(from(1, 120));
    expect(changedPages(ours.slice(10), { ...end, pages })).toEqual([idOf(21)]);
    expect(changedPages(ours.slice(20), { ...end, pages })).toEqual([]);
    expect(changedPages(ours.slice(30), { ...end, pages })).toEqual([idOf(121)]);
  });

  test('are none where an earlier service names none', () => {
    expect(changedPages(ours, { ...end, pages: [] })).toEqual([]);
  });
});
