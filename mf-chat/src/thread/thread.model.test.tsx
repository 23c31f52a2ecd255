import * as calls from '@atrium/shared-kernel/contracts/calls';
import type { ReplyItem } from '@atrium/shared-kernel/contracts/entities/stream';
import * as events from '#contracts/events';
import { Failure } from '@atrium/shared-kernel/testing/fake-service';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { failedText } from '../reply/reply.ts';
import { chatId, createPipe, messageId, numbered, storedMessage } from '../testing/replies.ts';
import { input, renderChat, sendPrompt } from '../testing/screen.tsx';

const firstEvents = numbered(
  { type: 'chatId', chatId },
  { type: 'id', id: messageId },
  { type: 'modal', modal: 'demo-1' },
);
const draftKept = (host: ReturnType<typeof renderChat>['host']) =>
  host.storage.session.get(`draft.${'a'.repeat(24)}.new`);
const shows = (text: RegExp) =>
  waitFor(() => expect(screen.getByRole('list', { name: 'Conversation' }).textContent).toMatch(text));
const requestsOf = ({ host }: ReturnType<typeof renderChat>, call: string) =>
  host.service.requests.filter((request) => request.call === call);

describe('a reply that is arriving', () => {
  test('is emitted once if the service repeats an event or sends one of an unknown type', async () => {
    const { reply } = renderChat();
    await sendPrompt('Why?');
    const one = { seq: 4, type: 'text', text: 'One.' } as const;
    reply.push(...firstEvents, one, one, ...firstEvents);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what a later service may send
    reply.push({ seq: 5, type: 'sparkle' } as never);
    reply.push({ seq: 6, type: 'text', text: ' Two.' }, { seq: 7, type: 'end', outcome: 'complete' });
    reply.end();
    await shows(/One\. Two\.$/);
    expect(screen.queryByText(/One\.One/)).toBeNull();
  });

  test('is not overtaken by a second prompt, which waits', async () => {
    const rendered = renderChat();
    await sendPrompt('First');
    await sendPrompt('Second');
    expect(requestsOf(rendered, 'chat.streamReply').map(({ input: sent }) => sent)).toMatchObject([
      { prompt: 'First' },
    ]);
    const queue = screen.getByRole('status', { name: 'Queued messages' });
    await waitFor(() => expect(queue.textContent).toContain('Second'));
  });

  test('stays in the background when a new chat is requested, and returns complete', async () => {
    const { host, reply } = renderChat();
    await sendPrompt('Why?');
    reply.push(...firstEvents, { seq: 4, type: 'text', text: 'First' });
    await shows(/First/);
    await act(async () => host.bus.emit(events.workspace.newChatRequested, {}));
    expect(screen.getByRole('region', { name: 'Welcome' })).toBeDefined();
    expect(host.navigation.location$.value.search).not.toContain('chat=');
    reply.push({ seq: 5, type: 'text', text: ' and second.' });
    act(() => host.navigation.navigate(`/?chat=${chatId}`));
    await shows(/First and second\./);
  });

  test('does not come back with a chat that was deleted meanwhile', async () => {
    const rendered = renderChat();
    const { host, reply } = rendered;
    await sendPrompt('Why?');
    reply.push(...firstEvents, { seq: 4, type: 'text', text: 'Gone' });
    await shows(/Gone/);
    await act(async () => host.bus.emit(events.workspace.chatDeleted, { chatId }));
    act(() => host.navigation.navigate(`/?chat=${chatId}`));
    expect(await screen.findByText('Failed to get chat messages.')).toBeDefined();
    expect(screen.queryByText(/Gone/)).toBeNull();
  });

  test('that breaks off without its end is followed from where it stood', async () => {
    const rendered = renderChat();
    const { host, reply } = rendered;
    host.service.answer(calls.chat.followReply, () => [
      { seq: 5, type: 'text' as const, text: ' two.' },
      { seq: 6, type: 'end' as const, outcome: 'complete' as const },
    ]);
    await sendPrompt('Why?');
    reply.push(...firstEvents, { seq: 4, type: 'text', text: 'One' });
    reply.end();
    await shows(/One two\./);
    expect(requestsOf(rendered, 'chat.followReply').map(({ input: sent }) => sent)).toMatchObject([
      { messageId, after: 4 },
    ]);
  });

  describe('and goes silent, as on a network that lost its connection without a word,', () => {
    beforeEach(() => vi.useFakeTimers({ shouldAdvanceTime: true }));
    afterEach(() => vi.useRealTimers());
    const pass = (time: number) => act(() => vi.advanceTimersByTimeAsync(time));
    /** A reply that has written its first word. What follows it comes by another stream. */
    const begin = async () => {
      const rendered = renderChat();
      const rest = createPipe<ReplyItem>();
      rendered.host.service.answer(calls.chat.followReply, () => rest);
      rendered.host.service.answer(calls.chat.getMessage, () => storedMessage({ pending: true, content: 'One' }));
      await sendPrompt('Why?');
      rendered.reply.push(...firstEvents, { seq: 4, type: 'text', text: 'One' });
      await shows(/One/);
      return { ...rendered, rest, follows: () => requestsOf(rendered, 'chat.followReply').map(({ input: at }) => at) };
    };
    const ending = [
      { seq: 5, type: 'text', text: ' two.' },
      { seq: 6, type: 'end', outcome: 'complete' },
    ] as const;

    test('is followed from where it stood once the network is back', async () => {
      const { host, rest, follows } = await begin();
      await act(async () => host.online$.next(false));
      expect(follows()).toEqual([]);
      await act(async () => host.online$.next(true));
      rest.push(...ending);
      await shows(/One two\./);
      expect(follows()).toEqual([{ messageId, after: 4 }]);
    });

    test('is followed after half a minute, and still shown as a model that thinks', async () => {
      const { reply, rest, follows } = await begin();
      await pass(29_000);
      reply.push(ending[0]);
      await shows(/One two\./);
      await pass(29_000);
      expect(follows()).toEqual([]);
      await pass(1000);
      expect(follows()).toEqual([{ messageId, after: 5 }]);
      await pass(60_000);
      expect(screen.queryByText(/Waiting for response/)).toBeNull();
      expect(follows()).toHaveLength(1);
      rest.push(ending[1]);
      expect(await screen.findByRole('button', { name: 'Send' })).toBeDefined();
    });

    test('shows what the service has, if that ended meanwhile', async () => {
      const { host } = await begin();
      host.service.answer(calls.chat.getMessage, () => storedMessage({ content: 'All of it.' }));
      await pass(31_000);
      await shows(/All of it\./);
      expect(screen.getByRole('button', { name: 'Send' })).toBeDefined();
    });

    test('ends soon after it was stopped', async () => {
      const { rest, follows } = await begin();
      fireEvent.click(screen.getByRole('button', { name: 'Stop' }));
      rest.push({ seq: 5, type: 'end', outcome: 'stopped' });
      await pass(1000);
      expect(await screen.findByText('You stopped this answer.')).toBeDefined();
      expect(follows()).toEqual([{ messageId, after: 4 }]);
    });

    test('is given up ten seconds after it was stopped if the service never answered, and its text comes back', async () => {
      const rendered = renderChat();
      await sendPrompt('Why?');
      await pass(60_000);
      fireEvent.click(screen.getByRole('button', { name: 'Stop' }));
      await pass(9000);
      expect(screen.getByRole('button', { name: 'Stop' })).toBeDefined();
      expect(input().value).toBe('');
      await pass(1000);
      await shows(new RegExp(failedText));
      expect(input().value).toBe('Why?');
      expect(requestsOf(rendered, 'chat.stopReply')).toEqual([]);
    });

    test('is stopped as soon as the service answers, although it was given up by then', async () => {
      const rendered = renderChat();
      await sendPrompt('Why?');
      fireEvent.click(screen.getByRole('button', { name: 'Stop' }));
      await pass(10_000);
      await shows(new RegExp(failedText));
      rendered.reply.push(firstEvents[0]!);
      await pass(1000);
      expect(requestsOf(rendered, 'chat.stopReply')).toEqual([]);
      rendered.reply.push(...firstEvents.slice(1));
      await pass(1000);
      expect(requestsOf(rendered, 'chat.stopReply').map(({ input: sent }) => sent)).toEqual([{ messageId }]);
    });

    test('is another message if it is sent again after it was stopped late', async () => {
      const rendered = renderChat();
      await sendPrompt('Why?');
      fireEvent.click(screen.getByRole('button', { name: 'Stop' }));
      await pass(10_000);
      await shows(new RegExp(failedText));
      rendered.reply.push(...firstEvents);
      await pass(1000);
      expect(requestsOf(rendered, 'chat.stopReply')).toHaveLength(1);
      rendered.host.service.answer(calls.chat.streamReply, () => createPipe<ReplyItem>());
      await act(async () => void fireEvent.keyDown(input(), { key: 'Enter' }));
      const sends = requestsOf(rendered, 'chat.streamReply').map(({ input: sent }) => sent as { sendId: string });
      expect(sends).toHaveLength(2);
      expect(sends[1]!.sendId).not.toBe(sends[0]!.sendId);
    });

    test('is not stopped late if it was sent again after it was given up', async () => {
      const rendered = renderChat();
      await sendPrompt('Why?');
      fireEvent.click(screen.getByRole('button', { name: 'Stop' }));
      await pass(10_000);
      await shows(new RegExp(failedText));
      rendered.host.service.answer(calls.chat.streamReply, () => createPipe<ReplyItem>());
      await act(async () => void fireEvent.keyDown(input(), { key: 'Enter' }));
      const sends = requestsOf(rendered, 'chat.streamReply').map(({ input: sent }) => sent as { sendId: string });
      expect(sends).toHaveLength(2);
      expect(sends[1]!.sendId).toBe(sends[0]!.sendId);
      rendered.reply.push(...firstEvents);
      await pass(1000);
      expect(requestsOf(rendered, 'chat.stopReply')).toEqual([]);
    });

    test('is stopped, not given up, if the service answers within that time', async () => {
      const rendered = renderChat();
      await sendPrompt('Why?');
      fireEvent.click(screen.getByRole('button', { name: 'Stop' }));
      await pass(9000);
      rendered.reply.push(...firstEvents);
      await pass(900);
      expect(requestsOf(rendered, 'chat.stopReply').map(({ input: sent }) => sent)).toEqual([{ messageId }]);
      rendered.reply.push({ seq: 4, type: 'end', outcome: 'stopped' });
      expect(await screen.findByText('You stopped this answer.')).toBeDefined();
      expect(input().value).toBe('');
    });

    test('is not followed before it has its id', async () => {
      const rendered = renderChat();
      await sendPrompt('Why?');
      await pass(60_000);
      rendered.reply.push(firstEvents[0]!);
      await pass(60_000);
      expect(requestsOf(rendered, 'chat.followReply')).toEqual([]);
      rendered.reply.push(...firstEvents.slice(1), { seq: 4, type: 'text', text: 'One' });
      await shows(/One/);
    });
  });

  test('can be stopped again where the first request did not reach the service', async () => {
    const rendered = renderChat();
    const { host, reply } = rendered;
    host.service.answer(calls.chat.stopReply, () => {
      throw new Failure(503, 'Busy.');
    });
    await sendPrompt('Why?');
    reply.push(...firstEvents, { seq: 4, type: 'text', text: 'One' });
    await shows(/One/);
    fireEvent.click(screen.getByRole('button', { name: 'Stop' }));
    await waitFor(() => expect(host.alertsShown).toMatchObject([{ message: 'Busy.' }]));
    fireEvent.click(screen.getByRole('button', { name: 'Stop' }));
    await waitFor(() => expect(requestsOf(rendered, 'chat.stopReply')).toHaveLength(2));
  });
});

describe('a draft', () => {
  test('survives a session that was lost while it was being sent', async () => {
    const rendered = renderChat();
    const { host } = rendered;
    await sendPrompt('Keep me');
    expect(draftKept(host) ?? '').toBe('');
    await act(async () => rendered.end());
    expect(draftKept(host)).toMatch(/Keep me/);
  });

  test('outlives the page until the service has accepted it, and the queue keeps what waits behind it', async () => {
    const { host, reply } = renderChat();
    const closePage = () => globalThis.dispatchEvent(new Event('pagehide'));
    await sendPrompt('On its way');
    await sendPrompt('Behind it');
    closePage();
    expect(JSON.parse(draftKept(host) ?? '')).toMatchObject({ text: 'On its way' });
    await act(async () => reply.push(...firstEvents));
    await waitFor(() => expect(draftKept(host)).toBeUndefined());
    expect(host.storage.session.get(`draft.${'a'.repeat(24)}.${chatId}`)).toBeUndefined();
    expect(host.storage.session.get(`queue.${'a'.repeat(24)}.${chatId}`)).toMatch(/Behind it/);
  });

  test('is not sent into a chat whose messages are not known', async () => {
    const rendered = renderChat({ path: `/?chat=${chatId}` });
    expect(await screen.findByText('Failed to get chat messages.')).toBeDefined();
    await sendPrompt('Wait');
    expect(requestsOf(rendered, 'chat.streamReply')).toEqual([]);
    expect(input().value).toBe('Wait');
    rendered.host.service.answer(calls.chat.getChat, () => ({ messages: [storedMessage()] }));
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await shows(/scattering/);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Send' }).disabled).toBe(false);
  });
});
