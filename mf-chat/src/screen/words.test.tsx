import * as calls from '@atrium/shared-kernel/contracts/calls';
import type { Message } from '@atrium/shared-kernel/contracts/entities/chat';
import { Failure } from '@atrium/shared-kernel/testing/fake-service';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { chatId, numbered, storedMessage } from '../testing/replies.ts';
import { renderChat, sendPrompt } from '../testing/screen.tsx';

afterEach(() => vi.restoreAllMocks());

const open = (message: Partial<Message>, lengthWarning = false) => {
  const rendered = renderChat();
  rendered.host.service.answer(calls.chat.getChat, () => ({
    messages: [storedMessage(message)],
    chat: { _id: chatId, title: 'A', tags: [], secure: false, createdDate: '2026-01-01T00:00:00.000Z', lengthWarning },
  }));
  act(() => rendered.host.navigation.navigate(`/?chat=${chatId}`));
  return rendered;
};
const clipboard = (writeText: () => Promise<void>) =>
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(writeText);

test('the length of a chat is warned of in the words of the catalogue, from the chat and from a reply', async () => {
  const words = 'Your chat is getting long. Keeping chats focused helps deliver the best results.';
  const first = open({}, true);
  expect(await screen.findByText(words)).toBeDefined();
  first.end();
  const { reply } = renderChat();
  await sendPrompt('Hi');
  expect(screen.queryByText(words)).toBeNull();
  reply.push(...numbered({ type: 'warning', warning: 'lengthWarning' }));
  expect(await screen.findByText(words)).toBeDefined();
});

test.each([
  ['Copied to clipboard', () => Promise.resolve(), 'info'],
  ['Failed to copy', () => Promise.reject(new Error('denied')), 'error'],
])('a copy says %s', async (message, writeText, type) => {
  clipboard(writeText);
  const { host } = open({});
  fireEvent.click(await screen.findByRole('button', { name: 'Copy as Markdown' }));
  await waitFor(() => expect(host.alertsShown).toMatchObject([{ message, type }]));
});

test('omissions of a request are shown at the answer, from the chat and from a reply', async () => {
  const first = open({ omissions: [{ kind: 'messages-left-out', count: 14 }] });
  const words = 'The first 14 messages of this chat were not sent to the model.';
  expect((await screen.findByRole('list', { name: 'Left out of this answer' })).textContent).toBe(words);
  first.end();
  const { reply } = renderChat();
  await sendPrompt('Hi');
  reply.push(...numbered({ type: 'omission', omission: { kind: 'pictures-refused' } }));
  const refused = 'The model didn’t accept your pictures and answered without seeing them.';
  expect(await screen.findByText(refused)).toBeDefined();
});

test('an answer that ended early shows this, and continues with Continue', async () => {
  const { host } = open({ omissions: [{ kind: 'answer-ended' }] });
  expect(
    await screen.findByText('This answer ended early: the model reached its longest possible answer.'),
  ).toBeDefined();
  expect(screen.queryByRole('list', { name: 'Left out of this answer' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Continue' }));
  await waitFor(() =>
    expect(host.service.requests.findLast(({ call }) => call === 'chat.streamReply')?.input).toMatchObject({
      id: chatId,
      prompt: 'Continue where you left off.',
    }),
  );
  expect(screen.queryByRole('button', { name: 'Continue' })).toBeNull();
});

test('an own chat can be shared from where it is read, a secure one cannot', async () => {
  const own = open({});
  fireEvent.click(await screen.findByRole('button', { name: 'Share chat' }));
  expect(own.host.dialogsOpened).toEqual([{ dialog: 'chat.share', props: { chatId } }]);
  own.end();
  const secure = renderChat();
  secure.host.service.answer(calls.chat.getChat, () => ({
    messages: [storedMessage()],
    chat: { _id: chatId, title: 'A', tags: [], secure: true, createdDate: '2026-01-01T00:00:00.000Z' },
  }));
  act(() => secure.host.navigation.navigate(`/?chat=${chatId}`));
  await screen.findByText('Because of scattering.');
  expect(screen.queryByRole('button', { name: 'Share chat' })).toBeNull();
});

test('an answer that a content filter cut off says so', async () => {
  open({ omissions: [{ kind: 'answer-filtered' }] });
  expect(await screen.findByText('This answer was cut off by the model provider’s content filter.')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Continue' })).toBeNull();
});

test('a thought appears while it is written, and is markdown', async () => {
  const { reply } = renderChat();
  await sendPrompt('Hi');
  reply.push(
    ...numbered(
      { type: 'thought', text: 'Done.' },
      { type: 'thinking', text: 'I **we' },
      { type: 'thinking', text: 'igh** it' },
    ),
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Show Thinking' }));
  expect((await screen.findByText('weigh')).tagName).toBe('STRONG');
  expect(screen.getByText('Done.')).toBeDefined();
});

test('thoughts are folded under Show Thinking', async () => {
  open({ thoughts: ['First this.', 'Then that.'] });
  fireEvent.click(await screen.findByRole('button', { name: 'Show Thinking' }));
  expect(screen.getByText('Then that.')).toBeDefined();
});

test('a failed message says so and offers no actions', async () => {
  open({ failed: true, content: '' });
  expect(await screen.findByText('Failed to generate response. Please try again.')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Copy as Markdown' })).toBeNull();
});

test('a failed message shows the reason in the words of the catalogue, and is retried by a labeled button', async () => {
  const { host } = open({ failed: true, content: '', failure: 'busy' });
  const sentence = await screen.findByText('Failed to generate response. Please try again.');
  const why = await screen.findByText('The model is busy. Wait a few minutes, then try again.');
  expect(sentence.compareDocumentPosition(why) & Node.DOCUMENT_POSITION_FOLLOWING).not.toBe(0);
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() =>
    expect(host.service.requests.findLast(({ call }) => call === 'chat.streamReply')?.input).toMatchObject({
      replaces: storedMessage()._id,
    }),
  );
});

test('a reply that fails says why, as far as this version knows', async () => {
  const first = renderChat();
  await sendPrompt('Hi');
  first.reply.push(...numbered({ type: 'end', outcome: 'failed', failure: 'too-long' }));
  expect(
    await screen.findByText('This chat is too long for the model. Send a shorter message or start a new chat.'),
  ).toBeDefined();
  first.end();
  open({ failed: true, failure: 'something of a later version' });
  expect(await screen.findByText('Failed to generate response. Please try again.')).toBeDefined();
});

test('a send that the service refuses without words says what happened, and the status in the message', async () => {
  const { host } = renderChat();
  host.service.answer(calls.chat.streamReply, () => {
    throw new Failure(500, '');
  });
  await sendPrompt('Hi');
  await waitFor(() =>
    expect(host.alertsShown).toMatchObject([
      { message: 'An error occurred while sending the message.', type: 'error' },
    ]),
  );
  await waitFor(() => expect(screen.getByRole('list', { name: 'Conversation' }).textContent).toMatch(/Error: \S/));
});
