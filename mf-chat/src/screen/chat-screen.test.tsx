import { CallFailure } from '@atrium/shared-kernel/client';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import type { Chat } from '@atrium/shared-kernel/contracts/entities/chat';
import type { ReplyItem } from '@atrium/shared-kernel/contracts/entities/stream';
import * as events from '#contracts/events';
import { testUser } from '@atrium/shared-kernel/testing/fake-host';
import { Failure, failureOf, Unreachable } from '@atrium/shared-kernel/testing/fake-service';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import contract from '../../contract.ts';
import { chatId, createPipe, messageId, numbered, storedMessage } from '../testing/replies.ts';
import { input, namedChat, renderChat, sendPrompt } from '../testing/screen.tsx';

const firstEvents = [
  { type: 'chatId', chatId },
  { type: 'id', id: messageId },
  { type: 'modal', modal: 'demo-1' },
] as const;
const conversation = () => within(screen.getByRole('list', { name: 'Conversation' }));
/** The conversation's text, whatever elements its words are wrapped in. */
const conversationShows = (text: RegExp) =>
  waitFor(() => expect(screen.getByRole('list', { name: 'Conversation' }).textContent).toMatch(text));
const storedAgent = { title: 'Poet', instruction: 'Rhyme.', files: [], teamRoles: [], memoryDisabled: false };
const never = () => new Promise<never>(() => {});
const opened = { path: `/?chat=${chatId}` };

test('requests the chat of the address immediately, as its contract declares', () => {
  const { host } = renderChat({ ...opened, prepare: ({ service }) => service.answer(calls.chat.getChat, never) });
  const [{ call, input: named }] = contract.first['./chat-screen'];
  expect(named).toEqual({ chatId: { query: 'chat' }, part: 'end' });
  expect(host.service.requests[0]).toEqual({ call: call.name, input: { chatId, part: 'end' } });
});

test('requests the chat of a shared link immediately, as its contract declares', () => {
  const { host } = renderChat({
    user: null,
    path: '/?id=abc-DEF_123',
    prepare: ({ service }) => service.answer(calls.chat.getSharedChat, never),
  });
  const [, { call, input: named }] = contract.first['./chat-screen'];
  expect(named).toEqual({ messageId: { query: 'id' } });
  expect(host.service.requests[0]).toEqual({ call: call.name, input: { messageId: 'abc-DEF_123' } });
});

describe('a new chat', () => {
  test('shows the prompt at once, streams the answer, and adds the chat to the address without losing either', async () => {
    const { host, reply } = renderChat();
    await sendPrompt('Why is the sky blue?');
    expect(await screen.findByText('Why is the sky blue?')).toBeDefined();
    expect(screen.getByText('Thinking')).toBeDefined();
    reply.push(...numbered(...firstEvents, { type: 'text', text: 'Because of ' }));
    await conversationShows(/Because of/);
    expect(host.navigation.location$.value.search).toBe(`?chat=${chatId}`);
    reply.push({ seq: 5, type: 'text', text: 'scattering.' }, { seq: 6, type: 'end', outcome: 'complete' });
    reply.end();
    await conversationShows(/Because of scattering\./);
    expect(screen.getByRole('button', { name: 'Copy as Markdown' })).toBeDefined();
  });

  test('is created, then named by its own call, and its title is shown', async () => {
    const { host, reply } = renderChat();
    await sendPrompt('Why is the sky blue?');
    reply.push(...numbered(...firstEvents));
    expect(await screen.findByRole('heading', { level: 1, name: 'Blue sky' })).toBeDefined();
    const seen = host.eventsSeen.map(({ event }) => event).filter((name) => /created|named/.test(name));
    expect(seen).toEqual(['chat.created', 'chat.named']);
    const openedEvents = host.eventsSeen.filter(({ event }) => event === 'chat.opened').map(({ payload }) => payload);
    expect(openedEvents).toEqual([{}, { chatId }, { chatId, title: 'Blue sky' }]);
    expect(host.service.requests.find(({ call }) => call === 'chat.nameChat')?.input).toMatchObject({
      chatId,
      prompt: 'Why is the sky blue?',
    });
  });

  test('is an untitled chat where it could not be named, and a later message names it', async () => {
    const { host, reply } = renderChat();
    host.service.answer(calls.chat.nameChat, () => {
      throw new Unreachable();
    });
    await sendPrompt('Why is the sky blue?');
    reply.push(...numbered(...firstEvents, { type: 'text', text: 'Because.' }, { type: 'end', outcome: 'complete' }));
    reply.end();
    expect(await screen.findByRole('heading', { level: 1, name: 'Untitled chat' })).toBeDefined();
    host.service.answer(calls.chat.nameChat, () => ({ chat: namedChat('Red sky') }));
    const next = createPipe<ReplyItem>();
    host.service.answer(calls.chat.streamReply, () => next);
    await sendPrompt('And red?');
    next.push(...numbered(firstEvents[0], { type: 'id', id: 'e'.repeat(24) }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Red sky' })).toBeDefined();
    const named = host.service.requests.filter(({ call }) => call === 'chat.nameChat').map((request) => request.input);
    expect(named).toMatchObject([{ prompt: 'Why is the sky blue?' }, { prompt: 'And red?' }]);
  });

  test('continues in the background while another chat is open, and is shown on return', async () => {
    const { host, reply } = renderChat();
    host.service.answer(calls.chat.getChat, () => ({
      messages: [storedMessage({ _id: 'e'.repeat(24), content: 'Other.' })],
    }));
    await sendPrompt('Why?');
    reply.push(...numbered(...firstEvents, { type: 'text', text: 'First part' }));
    await conversationShows(/First part/);
    act(() => host.navigation.navigate(`/?chat=${'f'.repeat(24)}`));
    await conversationShows(/Other\./);
    reply.push({ seq: 5, type: 'text', text: ' and second.' });
    act(() => host.navigation.navigate(`/?chat=${chatId}`));
    await conversationShows(/First part and second/);
    expect(host.service.requests.filter(({ call }) => call === 'chat.stopReply')).toEqual([]);
  });
});

describe('stop', () => {
  test('requests the service to stop the reply, even before the service has named it', async () => {
    const { host, reply } = renderChat();
    await sendPrompt('Why?');
    fireEvent.click(screen.getByRole('button', { name: 'Stop' }));
    reply.push(...numbered(...firstEvents));
    const stops = () => host.service.requests.filter(({ call }) => call === 'chat.stopReply');
    await waitFor(() => expect(stops()).toHaveLength(1));
    reply.push({ seq: 4, type: 'text', text: 'Part' }, { seq: 5, type: 'end', outcome: 'stopped' });
    expect(await screen.findByText('You stopped this answer.')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Send' })).toBeDefined();
  });
});

describe('a request that fails', () => {
  test('of a text that is too long is not tried: it says so, and the text stays', async () => {
    const { host } = renderChat();
    const long = 'x'.repeat(500_001);
    await sendPrompt(long);
    await waitFor(() => expect(host.alertsShown).toMatchObject([{ message: 'Maximum of 500000 characters.' }]));
    expect(input().value).toBe(long);
    expect(host.service.requests.map(({ call }) => call)).not.toContain('chat.streamReply');
    expect(screen.queryByRole('list', { name: 'Conversation' })).toBeNull();
  });

  test('before any streaming gives the text back and says why', async () => {
    const { host } = renderChat();
    host.service.answer(calls.chat.streamReply, () => {
      throw new Failure(429, 'Too many messages.');
    });
    await sendPrompt('Keep me');
    await waitFor(() => expect(input().value).toBe('Keep me'));
    expect(host.alertsShown).toMatchObject([{ message: 'Too many messages.', type: 'error' }]);
    expect(screen.queryByRole('list', { name: 'Conversation' })).toBeNull();
    expect(screen.getByRole('region', { name: 'Welcome' })).toBeDefined();
  });

  test('before any streaming gives back what was queued behind it, too, and sends none of it', async () => {
    const { host, reply } = renderChat();
    await sendPrompt('First');
    await sendPrompt('Second');
    await act(async () => reply.fail(new CallFailure(429, 'Too many', {}, 'refused')));
    await waitFor(() => expect(input().value).toBe('First\n\nSecond'));
    expect(host.service.requests.filter(({ call }) => call === 'chat.streamReply')).toHaveLength(1);
    expect(screen.queryByText('Sent next:')).toBeNull();
  });

  test('in the service restores the text, and is shown at the message', async () => {
    const { host } = renderChat();
    host.service.answer(calls.chat.streamReply, () => {
      throw new Failure(503, {});
    });
    await sendPrompt('Keep me');
    await waitFor(() => expect(input().value).toBe('Keep me'));
    expect(host.alertsShown).toMatchObject([{ message: 'An error occurred while sending the message.' }]);
    expect(await conversation().findByText(/^Error: /)).toBeDefined();
  });

  test('by the network is pending and errored, and fails where the service never knew it', async () => {
    vi.useFakeTimers();
    try {
      const { host } = renderChat();
      host.service.answer(calls.chat.streamReply, () => {
        throw new Unreachable();
      });
      await sendPrompt('Hi');
      await act(() => vi.advanceTimersByTimeAsync(0));
      expect(screen.getByText('Connection restored. Waiting for response to complete streaming')).toBeDefined();
      expect(input().value).toBe('Hi');
      await act(() => vi.advanceTimersByTimeAsync(1000));
      expect(screen.getByText('Failed to generate response. Please try again.')).toBeDefined();
      await act(() => vi.advanceTimersByTimeAsync(10_000));
      const ofMessage = host.service.requests.filter(({ call }) => call !== 'chat.listChats');
      expect(ofMessage.map(({ call }) => call)).toEqual(['chat.streamReply']);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('a chat that exists', () => {
  test('shows its messages, and its failure with a way to try again', async () => {
    const { host } = renderChat(opened);
    expect(await screen.findByText('Failed to get chat messages.')).toBeDefined();
    // Nothing is there to be named, exported or shared.
    expect(screen.queryByRole('heading', { level: 1 })).toBeNull();
    expect(screen.queryByRole('button', { name: /^(Share|Export) chat$/ })).toBeNull();
    host.service.answer(calls.chat.getChat, () => ({ messages: [storedMessage()] }));
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await conversationShows(/Because of scattering\./);
    expect(screen.getByRole('button', { name: 'Share chat' })).toBeDefined();
  });

  test('leads to a new one if it does not exist, because another try would not help', async () => {
    const { host } = renderChat({
      ...opened,
      prepare: ({ service }) =>
        service.answer(calls.chat.getChat, () => {
          throw failureOf('unknown-chat');
        }),
    });
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Failed to get chat messages.This chat does not exist.');
    expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
    fireEvent.click(within(alert).getByRole('link', { name: 'New Chat' }));
    expect(host.navigation.location$.value).toMatchObject({ pathname: '/', search: '' });
    expect(screen.queryByText('This chat does not exist.')).toBeNull();
  });

  test('is shown as soon as an undo brings it back, and not for the undo of another chat', async () => {
    const { host } = renderChat({
      ...opened,
      prepare: ({ service }) =>
        service.answer(calls.chat.getChat, () => {
          throw failureOf('unknown-chat');
        }),
    });
    await screen.findByText('This chat does not exist.');
    host.service.answer(calls.chat.getChat, () => ({ messages: [storedMessage()] }));
    const bringBack = (chat: Chat) => act(() => host.bus.emit(events.workspace.chatsChanged, { chats: [chat] }));
    bringBack({ ...namedChat('Another'), _id: 'd'.repeat(24) });
    expect(screen.getByText('This chat does not exist.')).toBeDefined();
    bringBack(namedChat('Blue sky'));
    await conversationShows(/Because of scattering\./);
  });

  test('polls a pending message after 1 s and every 2.5 s, and accepts the service’s state', async () => {
    vi.useFakeTimers();
    try {
      const { host } = renderChat();
      host.service.answer(calls.chat.getChat, () => ({ messages: [storedMessage({ pending: true, content: '' })] }));
      let stored = storedMessage({ pending: true, content: '' });
      host.service.answer(calls.chat.getMessage, () => stored);
      act(() => host.navigation.navigate(`/?chat=${chatId}`));
      await act(() => vi.advanceTimersByTimeAsync(10));
      expect(screen.getByText('Waiting for response to complete streaming')).toBeDefined();
      act(() => host.online$.next(false));
      expect(screen.getByText(/^Your device is offline/)).toBeDefined();
      const polls = () => host.service.requests.filter(({ call }) => call === 'chat.getMessage').length;
      await act(() => vi.advanceTimersByTimeAsync(980));
      expect(polls()).toBe(0);
      await act(() => vi.advanceTimersByTimeAsync(20));
      expect(polls()).toBe(1);
      await act(() => vi.advanceTimersByTimeAsync(2480));
      expect(polls()).toBe(1);
      await act(() => vi.advanceTimersByTimeAsync(20));
      expect(polls()).toBe(2);
      stored = storedMessage({ content: 'Here now.' });
      await act(() => vi.advanceTimersByTimeAsync(2500));
      expect(screen.getByText('Here now.')).toBeDefined();
      await act(() => vi.advanceTimersByTimeAsync(10_000));
      expect(polls()).toBe(3);
    } finally {
      vi.useRealTimers();
    }
  });

  test('continues a running reply from its first event', async () => {
    const { host } = renderChat();
    host.service.answer(calls.chat.getChat, () => ({ messages: [storedMessage({ pending: true, content: 'Half' })] }));
    host.service.answer(calls.chat.followReply, () =>
      numbered({ type: 'text', text: 'Half and whole.' }, { type: 'end', outcome: 'complete' }),
    );
    act(() => host.navigation.navigate(`/?chat=${chatId}`));
    await conversationShows(/Half and whole\./);
    expect(screen.queryByText(/HalfHalf/)).toBeNull();
  });

  test('shows actions only for a complete message with a model, whose name product admins alone see', async () => {
    const open = async (admin: boolean, modal: string | undefined) => {
      const rendered = renderChat({ user: testUser({ booktAdmin: admin }) });
      const { host } = rendered;
      host.service.answer(calls.chat.getChat, () => ({ messages: [storedMessage({ modal })] }));
      act(() => host.navigation.navigate(`/?chat=${chatId}`));
      await conversationShows(/Because of scattering/);
      const shown = {
        copy: screen.queryByRole('button', { name: 'Copy as Markdown' }) !== null,
        model: screen.queryByText('demo-1') !== null,
      };
      rendered.end();
      return shown;
    };
    expect(await open(false, 'demo-1')).toEqual({ copy: true, model: false });
    expect(await open(true, 'demo-1')).toEqual({ copy: true, model: true });
    expect(await open(false, undefined)).toEqual({ copy: false, model: false });
  });

  test('gives way to a new chat when it is deleted, or when an agent or a collection is selected', async () => {
    const lastUpdate = '2026-01-01T00:00:00.000Z';
    const open = (host: ReturnType<typeof renderChat>['host']) => {
      host.service.answer(calls.chat.getChat, () => ({ messages: [storedMessage()] }));
      act(() => host.navigation.navigate(`/?chat=${chatId}`));
      return conversationShows(/Because of scattering/);
    };
    const { host } = renderChat();
    const emits = [
      () => host.bus.emit(events.workspace.chatDeleted, { chatId }),
      () => host.bus.emit(events.workspace.newChatRequested, {}),
      () =>
        host.bus.emit(events.workspace.collectionSelected, {
          tag: { _id: chatId, name: 'Work', icon: 'briefcase', color: 'blue', lastUpdate },
        }),
      () =>
        host.bus.emit(events.workspace.agentSelected, {
          agent: { ...storedAgent, _id: chatId, lastUpdate },
        }),
    ];
    for (const emit of emits) {
      await open(host);
      await act(async () => emit());
      expect(await screen.findByRole('region', { name: /^(?:Welcome|Chats in Work)$/ })).toBeDefined();
      expect(host.navigation.location$.value.search).not.toContain('chat=');
    }
  });
});

describe('users who cannot chat', () => {
  const buttons = () => screen.queryAllByRole('link').map((link) => link.textContent);

  test('as a visitor sees Join Today, Create a Team and Login once the user was requested', () => {
    const { host } = renderChat({ user: null });
    expect(buttons()).toEqual(['Join Today', 'Create a Team', 'Login']);
    act(() => host.session.authVersion$.next(0));
    expect(buttons()).toEqual([]);
    expect(screen.queryByRole('textbox', { name: 'Message' })).toBeNull();
  });

  test('as a non-subscriber sees Join Today and Create a Team', () => {
    renderChat({ user: testUser({ subscriptionEndDate: undefined }) });
    expect(buttons()).toEqual(['Join Today', 'Create a Team']);
    expect(screen.queryByRole('textbox', { name: 'Message' })).toBeNull();
  });
});

describe('the welcome panel', () => {
  test('starts at its beginning where it is longer than the screen, and a first message is shown at the end', async () => {
    vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(900);
    const scrolled = vi.spyOn(HTMLElement.prototype, 'scrollTo');
    const tops = () => scrolled.mock.calls.map(([to]) => (to as ScrollToOptions).top);
    renderChat();
    screen.getByRole('region', { name: 'Welcome' });
    expect(tops()).toEqual([0]);
    await sendPrompt('Hello');
    await waitFor(() => expect(tops().at(-1)).toBe(900));
  });

  test('has four cards that choose files, turn on a mode or open the memory bar', () => {
    const { host } = renderChat();
    const panel = screen.getByRole('region', { name: 'Welcome' });
    expect([...panel.querySelectorAll('button')].map((card) => card.textContent)).toEqual([
      expect.stringMatching(/^Upload/),
      expect.stringMatching(/^Research/),
      expect.stringMatching(/^Image Mode/),
      expect.stringMatching(/^Memory/),
    ]);
    const pressed = (name: string) => screen.getByRole('button', { name }).getAttribute('aria-pressed');
    fireEvent.click(screen.getByRole('button', { name: /Research a question/ }));
    expect(pressed('Research mode')).toBe('true');
    expect(document.activeElement).toBe(input());
    fireEvent.click(screen.getByRole('button', { name: /^Image Mode/ }));
    expect([pressed('Research mode'), pressed('Image mode')]).toEqual(['false', 'true']);
    fireEvent.click(screen.getByRole('button', { name: /^Memory/ }));
    expect(host.layout.bars$.value.right).toBe(true);
  });
});

test('the shell learns what an update must not interrupt, and the draft survives a reload', async () => {
  const { host, reply } = renderChat();
  act(() => {
    fireEvent.change(input(), { target: { value: 'Half a thou' } });
  });
  fireEvent(window, new Event('pagehide'));
  expect(host.storage.session.get(`draft.${'a'.repeat(24)}.new`)).toMatch(/Half a thou/);
  expect(host.eventsSeen.at(-1)).toEqual({ event: 'chat.busyChanged', payload: { streaming: false, draft: true } });
  await sendPrompt('Whole');
  expect(host.eventsSeen.at(-1)).toEqual({ event: 'chat.busyChanged', payload: { streaming: true, draft: false } });
  reply.end();
});

test.each([
  [{ instructed: true, fileCount: 3 }, 'Uses the instructions and 3 files of Work'],
  [{ fileCount: 1 }, 'Uses the file of Work'],
  [{ instructed: true }, 'Uses the instructions of Work'],
  [{}, undefined],
])('a chat shows what it includes from the collection in which it started, and links to it: %j', async (has, says) => {
  const appearance = { icon: 'star', color: 'blue', lastUpdate: '2026-01-01T00:00:00.000Z' } as const;
  const home = { _id: 'a'.repeat(24), name: 'Work', ...appearance, ...has };
  const other = { _id: 'b'.repeat(24), name: 'Home', ...appearance, instructed: true };
  const chat = { ...namedChat('Plans'), tags: [other, home], home: home._id };
  const { host } = renderChat({
    ...opened,
    prepare: ({ service }) => service.answer(calls.chat.getChat, () => ({ messages: [storedMessage()], chat })),
  });
  await screen.findByRole('button', { name: 'Export chat' });
  expect(screen.queryByText(/^Uses the/)?.textContent).toBe(says);
  if (says === undefined) return;
  fireEvent.click(screen.getByRole('link', { name: 'Work' }));
  expect(host.navigation.location$.value).toMatchObject({ pathname: '/', search: `?collection=${home._id}` });
});
