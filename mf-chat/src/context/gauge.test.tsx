import * as calls from '@atrium/shared-kernel/contracts/calls';
import * as events from '#contracts/events';
import { createFakeHost } from '@atrium/shared-kernel/testing/fake-host';
import { failureOf } from '@atrium/shared-kernel/testing/fake-service';
import { renderRemote } from '@atrium/shared-kernel/testing/render';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import contract from '../../contract.ts';
import { chatContext, contextReport } from '../testing/context.ts';
import { chatId, messageId, storedMessage } from '../testing/replies.ts';
import { renderChat } from '../testing/screen.tsx';
import type { ChatContext } from './context.api.ts';
import Gauge from './gauge.tsx';
import PinAction from './pin-action.tsx';

const { pinMessage, readContext } = calls.chat;
const full = (used: number) => chatContext({ next: contextReport({ used }) });

const show = (context: ChatContext, waiting = false) => {
  const host = createFakeHost();
  const shown: string[] = [];
  const now = { context };
  host.service.answer(readContext, () => now.context);
  const chat = {
    chatId,
    settled: true,
    messages: () => [storedMessage({ prompt: 'Why? '.repeat(100) })],
    show: (id: string) => void shown.push(id),
  };
  const ui = (busy: boolean) => (
    <>
      <Gauge chat={chat} waiting={busy} />
      <PinAction chatId={chatId} messageId={messageId} />
    </>
  );
  const rendered = renderRemote(contract, ui(waiting), { host });
  return { ...rendered, shown, now };
};
const gauge = (name: string) => screen.findByRole('button', { name });
const pinButton = (name: string) => screen.findByRole('button', { name });
const requestsOf = ({ host }: ReturnType<typeof show>, name: string) =>
  host.service.requests.filter(({ call }) => call === name);

test('the gauge says how full the context of the next message is, and in words where little more fits', async () => {
  const { now, host } = show(full(9000));
  expect((await gauge('Context: 38% full')).textContent).toBe('38%');
  now.context = full(21_000);
  act(() => host.bus.emit(events.shell.messagesChanged, { chatIds: [chatId] }));
  expect((await gauge('Context: 88% full, nearly full')).textContent).toBe('Nearly full');
  now.context = full(30_000);
  act(() => host.bus.emit(events.shell.messagesChanged, {}));
  expect(await gauge('Context: 100% full, nearly full')).toBeDefined();
});

test('a change of another chat is not read', async () => {
  const rendered = show(full(9000));
  await gauge('Context: 38% full');
  act(() => rendered.host.bus.emit(events.shell.messagesChanged, { chatIds: ['e'.repeat(24)] }));
  await waitFor(() => expect(requestsOf(rendered, 'chat.readContext')).toHaveLength(1));
});

test('the gauge opens the context of a reply, and links to the chosen message or memories', async () => {
  const { host, shown } = show(full(9000));
  host.dialogResult = { message: messageId };
  fireEvent.click(await gauge('Context: 38% full'));
  await waitFor(() => expect(shown).toEqual([messageId]));
  expect(host.dialogsOpened).toMatchObject([{ dialog: 'chat.context', props: { chatId, prompts: [{ messageId }] } }]);
  host.dialogResult = { memories: true };
  fireEvent.click(await gauge('Context: 38% full'));
  await waitFor(() => expect(host.layout.bars$.value.right).toBe(true));
  host.dialogResult = undefined;
  fireEvent.click(await gauge('Context: 38% full'));
  await waitFor(() => expect(host.dialogsOpened).toHaveLength(3));
  expect(shown).toHaveLength(1);
});

test('a context that cannot be read shows no gauge', async () => {
  const host = createFakeHost();
  host.service.answer(readContext, () => {
    throw failureOf('unknown-chat');
  });
  const chat = { chatId, settled: true, messages: () => [], show: () => undefined };
  renderRemote(contract, <Gauge chat={chat} waiting={false} />, { host });
  await waitFor(() => expect(host.service.requests).toHaveLength(1));
  expect(screen.queryByRole('button')).toBeNull();
});

test('a message is pinned at once, and the last of two quick presses wins', async () => {
  const rendered = show(full(9000));
  const answers: (() => void)[] = [];
  rendered.host.service.answer(pinMessage, async ({ pinned }) => {
    await new Promise<void>((resolve) => void answers.push(resolve));
    rendered.now.context = chatContext({ pinned: pinned ? [messageId] : [] });
    return { pinned: pinned ? [messageId] : [] };
  });
  fireEvent.click(await pinButton('Keep in context'));
  fireEvent.click(await pinButton('Don’t keep in context'));
  expect(await pinButton('Keep in context')).toBeDefined();
  await waitFor(() => expect(answers).toHaveLength(1));
  await act(async () => answers.shift()!());
  await waitFor(() => expect(answers).toHaveLength(1));
  await act(async () => answers.shift()!());
  expect(requestsOf(rendered, 'chat.pinMessage').map(({ input }) => input)).toEqual([
    { messageId, pinned: true },
    { messageId, pinned: false },
  ]);
  expect(await pinButton('Keep in context')).toBeDefined();
});

test('a message beyond the limit is not pinned, and the user sees why', async () => {
  const { host } = show(full(9000));
  host.service.answer(pinMessage, () => {
    throw failureOf('too-many-pinned-messages', { limit: 20 });
  });
  fireEvent.click(await pinButton('Keep in context'));
  await waitFor(() =>
    expect(host.alertsShown).toMatchObject([
      { message: 'You can keep up to 20 messages of a chat in context. Please take one out first.' },
    ]),
  );
  expect(await pinButton('Keep in context')).toBeDefined();
});

test('a message that was pinned in another tab is marked', async () => {
  const { now, host } = show(full(9000));
  await pinButton('Keep in context');
  now.context = chatContext({ pinned: [messageId] });
  act(() => host.bus.emit(events.shell.messagesChanged, { chatIds: [chatId] }));
  expect(await pinButton('Don’t keep in context')).toBeDefined();
});

test('an open chat has its gauge and its pins, and the omissions of an answer link to the context dialog', async () => {
  const omissions = [{ kind: 'messages-left-out', count: 2 }];
  const { host } = renderChat({
    path: `/?chat=${chatId}`,
    messages: [storedMessage({ omissions })],
    prepare: (one) => one.service.answer(readContext, () => chatContext()),
  });
  fireEvent.click(await screen.findByRole('button', { name: 'See what was sent' }));
  await waitFor(() => expect(host.dialogsOpened).toMatchObject([{ props: { chatId, messageId } }]));
  expect(await screen.findByRole('button', { name: 'Context: 38% full' })).toBeDefined();
  expect(await pinButton('Keep in context')).toBeDefined();
});

test('a chat shared by someone else has no link to its context', async () => {
  renderChat({
    path: '/?id=abc',
    prepare: ({ service }) =>
      service.answer(calls.chat.getSharedChat, () => ({
        user: { firstName: 'Ada', lastName: 'Lovelace' },
        messages: [storedMessage({ omissions: [{ kind: 'messages-left-out', count: 2 }] })],
      })),
  });
  expect(await screen.findByRole('list', { name: 'Left out of this answer' })).toBeDefined();
  expect(screen.queryByRole('button', { name: 'See what was sent' })).toBeNull();
});
