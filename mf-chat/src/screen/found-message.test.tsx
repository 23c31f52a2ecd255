import * as calls from '@atrium/shared-kernel/contracts/calls';
import type { Message } from '@atrium/shared-kernel/contracts/entities/chat';
import * as events from '#contracts/events';
import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { chatId, storedMessage } from '../testing/replies.ts';
import { namedChat, renderChat, sendPrompt } from '../testing/screen.tsx';

const otherId = 'e'.repeat(24);
const sought = storedMessage({ _id: otherId, prompt: 'How deep is the sea?', content: 'Very deep.' });
const first = storedMessage();

/** The messages that were scrolled to, in order. */
const reached: Element[] = [];
const note = ({ target }: FocusEvent) => {
  if (target instanceof HTMLElement && target.tagName === 'LI') reached.push(target);
};
beforeEach(() => {
  reached.length = 0;
  document.addEventListener('focus', note, { capture: true });
});
afterEach(() => {
  document.removeEventListener('focus', note, { capture: true });
});

type Rendered = ReturnType<typeof renderChat>;
const choose = ({ host }: Rendered, id = otherId, chat = chatId) =>
  act(async () => {
    host.bus.emit(events.workspace.messageChosen, { chatId: chat, messageId: id });
    // The list scrolls to it once it is rendered.
    await new Promise((resolve) => setTimeout(resolve, 20));
  });
const go = ({ host }: Rendered, path: string) => act(async () => host.navigation.navigate(path));
const shown = () =>
  waitFor(() => expect(screen.getByText('How deep is the sea?').closest('li')).toBe(document.activeElement));
const open = async (...messages: Message[]) => {
  const rendered = renderChat({ path: `/?chat=${chatId}`, messages });
  await screen.findByText('Why is the sky blue?');
  return rendered;
};

test('a message is shown in the chat that is opened with it', async () => {
  const rendered = renderChat({ messages: [first, sought] });
  await go(rendered, `/?chat=${chatId}`);
  await choose(rendered);
  await shown();
  expect(reached).toEqual([document.activeElement]);
  expect(screen.getByText('Showing message 2 of 2.')).toBeDefined();
});

test('the same message is shown again when a search finds it again', async () => {
  const rendered = await open(first, sought);
  await choose(rendered);
  await shown();
  act(() => (document.activeElement as HTMLElement).blur());
  await choose(rendered);
  await shown();
  expect(reached).toHaveLength(2);
});

test('a message of another version is shown by showing that version', async () => {
  const rendered = await open(first);
  rendered.host.service.answer(calls.chat.selectVersion, () => ({}));
  rendered.host.service.answer(calls.chat.getChat, () => ({ messages: [sought] }));
  await choose(rendered);
  await shown();
  expect(rendered.host.service.requests.slice(-2)).toMatchObject([
    { call: 'chat.selectVersion', input: { messageId: otherId } },
    { call: 'chat.getChat' },
  ]);
  expect(rendered.host.alertsShown).toEqual([]);
});

test('a message that is gone leaves the chat as it is, and says so', async () => {
  const rendered = await open(first);
  rendered.host.service.answer(calls.chat.selectVersion, () => ({}));
  await choose(rendered);
  await waitFor(() =>
    expect(rendered.host.alertsShown).toMatchObject([
      { message: 'This message is no longer in the chat.', type: 'error' },
    ]),
  );
  expect(reached).toEqual([]);
});

test('while a reply is being written no other version replaces it', async () => {
  const rendered = await open(first);
  await sendPrompt('And the sea?');
  await choose(rendered);
  expect(rendered.host.alertsShown).toMatchObject([
    { message: 'This message is in another version of the chat. Try again when the reply is done.' },
  ]);
  expect(screen.getByText('And the sea?')).toBeDefined();
});

test('a user who navigates elsewhere before the chat is loaded is not moved to the message later', async () => {
  const rendered = renderChat();
  await go(rendered, `/?chat=${chatId}`);
  await choose(rendered);
  await go(rendered, '/');
  rendered.host.service.answer(calls.chat.getChat, () => ({ chat: namedChat('Sea'), messages: [first, sought] }));
  await go(rendered, `/?chat=${chatId}`);
  await screen.findByText('How deep is the sea?');
  await act(async () => new Promise((resolve) => setTimeout(resolve)));
  expect(reached).toEqual([]);
});
