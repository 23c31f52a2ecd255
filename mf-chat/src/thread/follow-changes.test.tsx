import { CallFailure } from '@atrium/shared-kernel/client';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import type { Message } from '@atrium/shared-kernel/contracts/entities/chat';
import type { ReplyItem } from '@atrium/shared-kernel/contracts/entities/stream';
import * as events from '#contracts/events';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { fromService } from '../reply/reply.ts';
import { chatId, createPipe, numbered, storedMessage } from '../testing/replies.ts';
import { input, renderChat, sendPrompt } from '../testing/screen.tsx';
import type { LiveMessage } from '../reply/reply.ts';
import { withEnd } from './follow-changes.ts';

const idOf = (sign: string) => sign.repeat(24);
const message = (sign: string, change: Partial<Message> = {}) =>
  storedMessage({ _id: idOf(sign), prompt: `Prompt ${sign}`, content: `Answer ${sign}.`, ...change });

describe('an open chat that continues elsewhere', () => {
  const open = async (messages: readonly Message[] = [message('1')]) => {
    const stored = [...messages];
    const rendered = renderChat({ path: `/?chat=${chatId}`, messages: stored });
    await screen.findByText('Answer 1.');
    const change = (...next: Message[]) => {
      stored.splice(0, stored.length, ...next);
      act(() => rendered.host.bus.emit(events.shell.messagesChanged, { chatIds: [chatId] }));
    };
    const reads = () => rendered.host.service.requests.filter(({ call }) => call === calls.chat.getChat.name).length;
    return { ...rendered, change, reads };
  };

  test('shows the new message, and streams its reply', async () => {
    const { host, change } = await open();
    const reply = createPipe<ReplyItem>();
    host.service.answer(calls.chat.followReply, () => reply);
    host.service.answer(calls.chat.getMessage, () => message('2', { content: '', pending: true }));
    fireEvent.change(input(), { target: { value: 'Half a sent' } });
    change(message('1'), message('2', { content: '', pending: true }));
    expect(await screen.findByText('Prompt 2')).toBeDefined();
    reply.push(...numbered({ type: 'text', text: 'Word by' }));
    await waitFor(() => expect(screen.getByRole('list', { name: 'Conversation' }).textContent).toMatch(/Word by$/));
    reply.push({ seq: 2, type: 'text', text: ' word.' }, { seq: 3, type: 'end', outcome: 'complete' });
    reply.end();
    await waitFor(() =>
      expect(screen.getByRole('list', { name: 'Conversation' }).textContent).toMatch(/Word by word\./),
    );
    expect(input().value).toBe('Half a sent');
  });

  test('shows the other branch that was chosen there', async () => {
    const { change } = await open([message('1'), message('2')]);
    change(message('1'), message('3'));
    expect(await screen.findByText('Answer 3.')).toBeDefined();
    expect(screen.queryByText('Answer 2.')).toBeNull();
  });

  test('is not read while a reply arrives here, and once afterwards', async () => {
    const { reply, change, reads } = await open();
    await sendPrompt('Here?');
    reply.push(...numbered({ type: 'chatId', chatId }, { type: 'id', id: idOf('2') }, { type: 'text', text: 'Here.' }));
    await screen.findByText('Here.');
    const before = reads();
    change(message('1'), message('2', { prompt: 'Here?', content: 'Here.' }));
    change(message('1'), message('2', { prompt: 'Here?', content: 'Here.' }), message('3'));
    expect(reads()).toBe(before);
    reply.push({ seq: 4, type: 'end', outcome: 'complete' });
    reply.end();
    expect(await screen.findByText('Answer 3.')).toBeDefined();
    expect(reads()).toBe(before + 1);
  });

  test('loses nothing to what was read before, which is all that there is without a network', async () => {
    const { host, change } = await open([message('1'), message('2')]);
    await screen.findByText('Answer 2.');
    act(() => host.online$.next(false));
    change(message('1'));
    await act(async () => undefined);
    expect(screen.getByText('Answer 2.')).toBeDefined();
    act(() => host.online$.next(true));
    change(message('1'), message('3'));
    expect(await screen.findByText('Answer 3.')).toBeDefined();
  });

  test('restores nothing that was sent again in the meantime, and is read again after that reply', async () => {
    const { host, reply, change } = await open([message('1'), message('2')]);
    const late = Promise.withResolvers<{ messages: Message[] }>();
    host.service.answer(calls.chat.getChat, () => late.promise);
    change(message('1'), message('2'));
    await act(async () => fireEvent.click(screen.getAllByRole('button', { name: 'Edit message' })[0]!));
    const area = screen.getByRole('textbox', { name: 'Message to send instead' });
    fireEvent.change(area, { target: { value: 'Prompt 3' } });
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Save & Send' })));
    reply.push(...numbered({ type: 'chatId', chatId }, { type: 'id', id: idOf('3') }, { type: 'text', text: 'New.' }));
    await screen.findByText('New.');
    const now = [message('3', { content: 'New.' })];
    host.service.answer(calls.chat.getChat, () => ({ messages: now }));
    await act(async () => late.resolve({ messages: [message('1'), message('2')] }));
    expect(screen.queryByText('Prompt 1')).toBeNull();
    now.push(message('4'));
    reply.push({ seq: 4, type: 'end', outcome: 'complete' });
    reply.end();
    expect(await screen.findByText('Answer 4.')).toBeDefined();
    expect(screen.queryByText('Prompt 1')).toBeNull();
  });

  test('has nothing more of a new branch after the old one was chosen again, before its reply streams here', async () => {
    const { host, change } = await open([message('1'), message('2')]);
    const pending = message('3', { content: '', pending: true });
    host.service.answer(calls.chat.followReply, () => createPipe<ReplyItem>());
    host.service.answer(calls.chat.getMessage, () => pending);
    change(message('1'), pending);
    await screen.findByText('Prompt 3');
    change(message('1'), message('2'));
    expect(await screen.findByText('Answer 2.')).toBeDefined();
    expect(screen.queryByText('Prompt 3')).toBeNull();
  });

  test('has nothing more of it either if its reply streams before the answer is here', async () => {
    const { host, change } = await open([message('1'), message('2')]);
    const reply = createPipe<ReplyItem>();
    const pending = message('3', { content: '', pending: true });
    host.service.answer(calls.chat.followReply, () => reply);
    host.service.answer(calls.chat.getMessage, () => pending);
    change(message('1'), pending);
    await screen.findByText('Prompt 3');
    const late = Promise.withResolvers<{ messages: Message[] }>();
    host.service.answer(calls.chat.getChat, () => late.promise);
    change();
    reply.push(...numbered({ type: 'text', text: 'Word.' }));
    await screen.findByText('Word.');
    host.service.answer(calls.chat.getChat, () => ({ messages: [message('1'), message('2')] }));
    await act(async () => late.resolve({ messages: [message('1'), message('2')] }));
    reply.push({ seq: 2, type: 'end', outcome: 'complete' });
    reply.end();
    expect(await screen.findByText('Answer 2.')).toBeDefined();
    expect(screen.queryByText('Prompt 3')).toBeNull();
  });

  test('shows a message once that is sent here while it is read', async () => {
    const { host, reply, change } = await open();
    const late = Promise.withResolvers<{ messages: Message[] }>();
    host.service.answer(calls.chat.getChat, () => late.promise);
    change();
    await sendPrompt('Here?');
    const both = [message('1'), message('2', { prompt: 'Here?', content: '', pending: true })];
    await act(async () => late.resolve({ messages: both }));
    expect(screen.getAllByText('Here?')).toHaveLength(1);
    reply.push(...numbered({ type: 'chatId', chatId }, { type: 'id', id: idOf('2') }, { type: 'text', text: 'Here.' }));
    await screen.findByText('Here.');
    expect(screen.getAllByText('Here?')).toHaveLength(1);
  });

  test('shows a message once that is sent again after it arrived although its answer was lost', async () => {
    const { host, reply, change } = await open();
    await sendPrompt('Here?');
    await act(async () => reply.fail(new CallFailure(502, 'Bad gateway', {}, '')));
    change(message('1'), message('2', { prompt: 'Here?', content: 'Here.' }));
    await screen.findByText('Here.');
    const again = createPipe<ReplyItem>();
    host.service.answer(calls.chat.streamReply, () => again);
    await act(async () => fireEvent.keyDown(input(), { key: 'Enter' }));
    const [first, second] = host.service.requests.flatMap(({ call, input: sent }) =>
      call === calls.chat.streamReply.name ? [sent] : [],
    );
    expect(second).toMatchObject({ prompt: 'Here?', sendId: (first as { sendId: string }).sendId });
    again.push(
      ...numbered({ type: 'chatId', chatId }, { type: 'id', id: idOf('2') }, { type: 'textFinal', text: 'Here.' }),
      { seq: 4, type: 'end', outcome: 'complete' },
    );
    again.end();
    await waitFor(() =>
      expect(screen.getByRole('list', { name: 'Conversation' }).textContent).toMatch(
        /Answer 1\.You saidHere\?Atrium saidHere\.$/,
      ),
    );
  });

  test('is read for a change that comes while the code that follows changes is loading', async () => {
    const { host, change } = await open();
    act(() => host.bus.emit(events.shell.messagesChanged, { chatIds: [idOf('e')] }));
    change(message('1'), message('3'));
    expect(await screen.findByText('Answer 3.')).toBeDefined();
  });

  test('is read again once there is a network, if that was lost before the answer', async () => {
    const { host, change } = await open();
    const late = Promise.withResolvers<{ messages: Message[] }>();
    host.service.answer(calls.chat.getChat, () => late.promise);
    change();
    await act(async () => undefined);
    act(() => host.online$.next(false));
    await act(async () => late.resolve({ messages: [message('1')] }));
    host.service.answer(calls.chat.getChat, () => ({ messages: [message('1'), message('3')] }));
    act(() => host.online$.next(true));
    expect(await screen.findByText('Answer 3.')).toBeDefined();
  });

  test('is not fetched for changes of another chat', async () => {
    const { host, reads } = await open();
    const before = reads();
    await act(async () => host.bus.emit(events.shell.messagesChanged, { chatIds: [idOf('e')] }));
    expect(reads()).toBe(before);
  });
});

describe('the end of a branch', () => {
  const [one, two, three] = ['1', '2', '3'].map((sign) => fromService(message(sign))) as [
    LiveMessage,
    LiveMessage,
    LiveMessage,
  ];
  test('comes behind what was loaded before it, in the rows that are there', () => {
    const known = { ...fromService(message('2')), key: 'row' };
    expect(withEnd([one, known], [two, three], [one, known]).map(({ key }) => key)).toEqual([
      idOf('1'),
      'row',
      idOf('3'),
    ]);
  });

  test('keeps that an answer arrived here: the form of an interview opens by that', () => {
    const arrived = { ...one, key: 'row', seq: 7 };
    expect(withEnd([arrived], [one], [arrived])).toEqual([arrived]);
    const again = { ...one, pending: true, content: '' };
    expect(withEnd([arrived], [again], [arrived])).toEqual([{ ...again, key: 'row' }]);
  });

  test('leaves what is being sent, and what is still written', () => {
    const sent = { ...fromService(message('4')), _id: 'local', key: 'local', pending: true };
    const written = { ...fromService(message('3')), pending: true, content: 'Half' };
    const ours = [one, written, sent];
    const end = withEnd(ours, [one, { ...three, pending: true, content: 'Ha' }], ours);
    expect(end.map(({ content }) => content)).toEqual(['Answer 1.', 'Half', 'Answer 4.']);
    expect(withEnd(ours, [one, three], ours)[1]).toEqual(three);
  });

  test('leaves what has changed here since it was requested', () => {
    const asked = { ...fromService(message('2')), pending: true, content: '' };
    const ended = { ...two, seq: 9 };
    expect(withEnd([one, ended], [one, { ...two, pending: true, content: '' }], [one, asked])).toEqual([one, ended]);
  });

  test('has nothing that the service knows to be in another branch, not even what is still written', () => {
    const written = { ...three, pending: true };
    expect(withEnd([one, written], [one, two], [one, written])).toEqual([one, two]);
  });

  test('that nothing here leads to takes the place of all', () => {
    expect(withEnd([one], [two, three], [one])).toEqual([two, three]);
    expect(withEnd([], [two], [])).toHaveLength(1);
    expect(withEnd([one], [], [one])).toEqual([]);
  });
});
