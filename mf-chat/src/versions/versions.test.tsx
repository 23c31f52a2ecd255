import * as calls from '@atrium/shared-kernel/contracts/calls';
import * as events from '#contracts/events';
import type { ReplyItem } from '@atrium/shared-kernel/contracts/entities/stream';
import { Failure, Unreachable } from '@atrium/shared-kernel/testing/fake-service';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { chatId, createPipe, numbered, storedMessage } from '../testing/replies.ts';
import { input, renderChat, sendPrompt } from '../testing/screen.tsx';

const id = (digit: string) => digit.repeat(24);
const one = storedMessage({ _id: id('1'), prompt: 'One?', content: 'Answer one.' });
const two = storedMessage({ _id: id('2'), prompt: 'Two?', content: 'Answer two.' });
const firstEvents = numbered(
  { type: 'chatId', chatId },
  { type: 'id', id: id('3') },
  { type: 'modal', modal: 'demo-1' },
);

const open = async (messages = [one, two]) => {
  const rendered = renderChat({ path: `/?chat=${chatId}` });
  rendered.host.service.answer(calls.chat.getChat, () => ({ messages }));
  // The first fetch had not been answered yet.
  fireEvent.click(await screen.findByRole('button', { name: 'Retry' }));
  await screen.findByText('Answer one.');
  return rendered;
};
const conversation = () => screen.getByRole('list', { name: 'Conversation' });
const shows = (text: RegExp) => waitFor(() => expect(conversation().textContent).toMatch(text));
const exchange = (at: number) => within(within(conversation()).getAllByRole<HTMLLIElement>('listitem')[at]!);
const edit = async (at: number, text?: string) => {
  await act(async () => fireEvent.click(exchange(at).getByRole('button', { name: 'Edit message' })));
  const area = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message to send instead' });
  if (text !== undefined) fireEvent.change(area, { target: { value: text } });
  return area;
};
const press = (name: string) => act(async () => fireEvent.click(screen.getByRole('button', { name })));
const sent = ({ host }: Awaited<ReturnType<typeof open>>) =>
  host.service.requests.filter(({ call }) => call === 'chat.streamReply').map(({ input: asked }) => asked);

describe('a prompt that is edited', () => {
  test('replaces the first question, whose branch is hidden for the new answer', async () => {
    const rendered = await open();
    const area = await edit(0);
    expect(area.value).toBe('One?');
    expect(document.activeElement).toBe(area);
    fireEvent.change(area, { target: { value: 'ONE?' } });
    await press('Save & Send');
    rendered.reply.push(...firstEvents, { seq: 4, type: 'text', text: 'New answer.' });
    await shows(/ONE\?.*New answer\./s);
    expect(conversation().textContent).not.toMatch(/Two\?/);
    expect(sent(rendered)).toMatchObject([{ id: chatId, prompt: 'ONE?', replaces: one._id }]);
    expect(screen.getByLabelText('Question 2 of 2').textContent).toBe('Question 2 / 2');
    expect(screen.queryByLabelText(/^Answer \d/)).toBeNull();
    expect(screen.queryByRole('textbox', { name: 'Message to send instead' })).toBeNull();
    await waitFor(() => expect(document.activeElement).toBe(input()));
  });

  test('is sent by Enter, and left as it was by Escape and by Cancel', async () => {
    const rendered = await open();
    fireEvent.keyDown(await edit(0, 'ONE?'), { key: 'Escape' });
    expect(screen.getByText('One?')).toBeDefined();
    expect(document.activeElement).toBe(exchange(0).getByRole('button', { name: 'Edit message' }));
    await edit(0, 'ONE?');
    await press('Cancel');
    expect(screen.getByText('One?')).toBeDefined();
    const area = await edit(1, 'TWO?');
    fireEvent.keyDown(area, { key: 'Enter', shiftKey: true });
    // Keys of an input method, as WebKit reports them.
    for (const key of ['Enter', 'Escape']) fireEvent.keyDown(area, { key, keyCode: 229 });
    expect(sent(rendered)).toEqual([]);
    await act(async () => fireEvent.keyDown(area, { key: 'Enter' }));
    expect(sent(rendered)).toMatchObject([{ prompt: 'TWO?', replaces: two._id }]);
  });

  test('survives a send that fails, with all that was there, and is the same send when tried again', async () => {
    const rendered = await open();
    rendered.host.service.answer(calls.chat.streamReply, () => {
      throw new Failure(429, 'Too many messages.');
    });
    await edit(0, 'ONE?');
    await press('Save & Send');
    await waitFor(() => expect(rendered.host.alertsShown).toMatchObject([{ message: 'Too many messages.' }]));
    const area = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message to send instead' });
    expect(area.value).toBe('ONE?');
    await shows(/Answer one\..*Two\?.*Answer two\./s);
    rendered.host.service.answer(calls.chat.streamReply, () => rendered.reply);
    await press('Save & Send');
    const [first, second] = sent(rendered) as { sendId: string }[];
    expect(second!.sendId).toBe(first!.sendId);
  });

  test('says what is wrong where the device is offline, or the service cannot be reached', async () => {
    const rendered = await open();
    rendered.host.service.answer(calls.chat.streamReply, () => {
      throw new Unreachable();
    });
    await edit(0, 'ONE?');
    await press('Save & Send');
    await waitFor(() => expect(rendered.host.alertsShown).toHaveLength(1));
    await shows(/Two\?/);
    act(() => rendered.host.online$.next(false));
    await press('Save & Send');
    expect(rendered.host.alertsShown.at(-1)).toMatchObject({
      type: 'error',
      message: 'Your device is offline. Please try again when the connection is restored.',
    });
    expect(sent(rendered)).toHaveLength(1);
    expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message to send instead' }).value).toBe('ONE?');
  });

  test('is not sent without text', async () => {
    await open();
    await edit(0, '  ');
    expect(screen.getByRole('button', { name: 'Save & Send' })).toHaveProperty('disabled', true);
  });

  test('keeps its files, and its voice note for as long as the words are those that were spoken', async () => {
    const file = { _id: 'f', name: 'a.txt', type: 'text/plain', url: '/objects/a' };
    const rendered = await open([{ ...one, userFiles: [file], voiceNote: '/objects/n' }]);
    await edit(0, 'Other words');
    await press('Save & Send');
    expect(sent(rendered)).toMatchObject([{ files: [file] }]);
    expect(sent(rendered)[0]).not.toHaveProperty('voiceNote');
  });
});

describe('a prompt that is being edited while another version takes its place', () => {
  const again = (change = {}) => ({
    ...one,
    _id: id('7'),
    content: 'Answer from elsewhere.',
    versions: [id('1'), id('7')],
    questions: [id('1'), id('1')],
    ...change,
  });
  const arrives = async ({ host }: Awaited<ReturnType<typeof open>>, ...messages: (typeof one)[]) => {
    host.service.answer(calls.chat.getChat, () => ({ messages }));
    await act(async () => host.bus.emit(events.shell.messagesChanged, { chatIds: [chatId] }));
  };
  const area = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message to send instead' });

  test('stays with its words and the focus, and is sent in the place of what is shown', async () => {
    const rendered = await open();
    await edit(0, 'ONE, half');
    await arrives(rendered, again());
    await shows(/Answer from elsewhere\./);
    expect(area().value).toBe('ONE, half');
    expect(document.activeElement).toBe(area());
    fireEvent.change(area(), { target: { value: 'ONE, whole' } });
    await press('Save & Send');
    expect(sent(rendered)).toMatchObject([{ prompt: 'ONE, whole', replaces: id('7') }]);
    rendered.reply.push(...firstEvents, { seq: 4, type: 'text', text: 'New answer.' });
    await shows(/ONE, whole.*New answer\./s);
    expect(screen.queryByRole('textbox', { name: 'Message to send instead' })).toBeNull();
  });

  test('stays where its question was edited elsewhere, which is seen once the edit is cancelled', async () => {
    const rendered = await open();
    await edit(0, 'ONE, half');
    await arrives(rendered, again({ prompt: 'Other words?', questions: [id('1'), id('7')] }));
    await shows(/Answer from elsewhere\./);
    expect(area().value).toBe('ONE, half');
    await press('Cancel');
    await shows(/Other words\?/);
    expect(screen.getByLabelText('Question 2 of 2')).toBeDefined();
  });

  test('takes the focus from nobody who types elsewhere by then', async () => {
    const rendered = await open();
    await edit(0, 'ONE, half');
    input().focus();
    await arrives(rendered, again());
    await shows(/Answer from elsewhere\./);
    expect(document.activeElement).toBe(input());
    expect(area().value).toBe('ONE, half');
  });
});

describe('a regenerated answer', () => {
  test('comes as another version of the same prompt', async () => {
    const rendered = await open([{ ...one, voiceNote: '/objects/n' }]);
    await press('Regenerate answer');
    expect(sent(rendered)).toMatchObject([{ prompt: 'One?', voiceNote: '/objects/n', replaces: one._id }]);
    rendered.reply.push(
      ...firstEvents,
      { seq: 4, type: 'text', text: 'Again.' },
      { seq: 5, type: 'end', outcome: 'complete' },
    );
    rendered.reply.end();
    await shows(/Again\./);
    expect(screen.getByRole('button', { name: 'Previous answer' })).toHaveProperty('disabled', false);
    expect(screen.getByRole('button', { name: 'Next answer' })).toHaveProperty('disabled', true);
    expect(screen.queryByLabelText(/^Question \d/)).toBeNull();
    rendered.host.service.answer(calls.chat.streamReply, () => createPipe<never>());
    await press('Regenerate answer');
    expect(screen.getByLabelText('Answer 3 of 3')).toBeDefined();
  });

  test.each([
    ['research', { deepResearch: true }],
    ['image', { imageMode: true }],
  ] as const)('is sent in the mode of the first (%s)', async (mode, expected) => {
    const rendered = await open([{ ...one, mode }]);
    await act(async () => fireEvent.click(exchange(0).getByRole('button', { name: 'Regenerate answer' })));
    expect(sent(rendered)).toMatchObject([{ replaces: one._id, ...expected }]);
    expect(Object.keys(sent(rendered)[0] as object).filter((key) => /Mode$|Research$/.test(key))).toHaveLength(1);
  });

  test('may be one that failed', async () => {
    const rendered = await open([one, { ...two, content: '', failed: true }]);
    await act(async () => fireEvent.click(exchange(1).getByRole('button', { name: 'Regenerate answer' })));
    expect(sent(rendered)).toMatchObject([{ prompt: 'Two?', replaces: two._id }]);
  });

  test('waits while another is written', async () => {
    const rendered = await open();
    await sendPrompt('Three?');
    rendered.reply.push(...firstEvents);
    await waitFor(() =>
      expect(exchange(0).getByRole('button', { name: 'Regenerate answer' })).toHaveProperty('disabled', true),
    );
    expect(exchange(0).getByRole('button', { name: 'Edit message' })).toHaveProperty('disabled', true);
    expect(exchange(2).queryByRole('button', { name: 'Edit message' })).toBeNull();
  });
});

describe('the versions of a message', () => {
  const versions = [id('1'), id('4'), id('5')];
  const middle = { ...one, _id: id('4'), prompt: 'Middle?', content: 'Middle answer.', versions };

  test('are walked one by one, with the focus, and what follows changes with them', async () => {
    const rendered = await open([{ ...one, versions }, two]);
    const { host } = rendered;
    host.service.answer(calls.chat.selectVersion, () => ({}));
    host.service.answer(calls.chat.getChat, () => ({ messages: [middle] }));
    expect(screen.getByLabelText('Answer 1 of 3').textContent).toBe('Answer 1 / 3');
    expect(screen.getByRole('button', { name: 'Previous answer' })).toHaveProperty('disabled', true);
    screen.getByRole('button', { name: 'Next answer' }).focus();
    await press('Next answer');
    await shows(/Middle answer\./);
    expect(conversation().textContent).not.toMatch(/Two\?/);
    expect(host.service.requests.find(({ call }) => call === 'chat.selectVersion')?.input).toEqual({
      messageId: id('4'),
    });
    expect(screen.getByLabelText('Answer 2 of 3')).toBeDefined();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Next answer' })));

    // Only once: the end of a later answer does not move the focus.
    input().focus();
    await sendPrompt('Three?');
    rendered.reply.push(...firstEvents, { seq: 4, type: 'end', outcome: 'complete' });
    rendered.reply.end();
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Stop' })).toBeNull());
    expect(document.activeElement).toBe(input());
  });

  test('of the question are distinguished from those of the answer', async () => {
    const all = [id('1'), id('4'), id('5'), id('6')];
    const questions = [id('1'), id('1'), id('5'), id('5')];
    const { host } = await open([{ ...one, versions: all, questions }, two]);
    host.service.answer(calls.chat.selectVersion, () => ({}));
    host.service.answer(calls.chat.getChat, () => ({
      messages: [{ ...middle, _id: id('6'), versions: all, questions }],
    }));
    expect(screen.getByLabelText('Question 1 of 2')).toBeDefined();
    expect(screen.getByLabelText('Answer 1 of 2')).toBeDefined();
    await press('Next question');
    await shows(/Middle answer\./);
    expect(host.service.requests.find(({ call }) => call === 'chat.selectVersion')?.input).toEqual({
      messageId: id('6'),
    });
    expect(screen.getByLabelText('Question 2 of 2')).toBeDefined();
    expect(screen.getByLabelText('Answer 2 of 2')).toBeDefined();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Previous question' })));
  });

  test.each(['selectVersion', 'getChat'] as const)('stay as they are where %s fails, and say so', async (call) => {
    const { host } = await open([{ ...one, versions }, two]);
    host.service.answer(calls.chat.selectVersion, () => ({}));
    host.service.answer(calls.chat[call], () => {
      throw new Unreachable();
    });
    await press('Next answer');
    await waitFor(() =>
      expect(host.alertsShown).toMatchObject([
        { type: 'error', message: 'Failed to show this version. Please try again.' },
      ]),
    );
    await shows(/Answer one\..*Answer two\./s);
    expect(screen.getByRole('button', { name: 'Next answer' })).toHaveProperty('disabled', false);
  });
});

test('a message goes behind the last one that is seen', async () => {
  const rendered = await open();
  await sendPrompt('Three?');
  expect(sent(rendered)).toMatchObject([{ id: chatId, prompt: 'Three?', after: two._id }]);
});

describe('a message that is sent while another is answered', () => {
  test('waits above the composer, and is sent when the answer has ended', async () => {
    const rendered = await open();
    await sendPrompt('Three?');
    rendered.reply.push(...firstEvents);
    const next = createPipe<never>();
    rendered.host.service.answer(calls.chat.streamReply, () => next);
    await sendPrompt('Four?');
    expect(input().value).toBe('');
    expect(await within(screen.getByRole('status', { name: 'Queued messages' })).findByText('Four?')).toBeDefined();
    expect(sent(rendered)).toHaveLength(1);
    await act(async () => rendered.reply.push({ seq: 4, type: 'end', outcome: 'complete' }));
    await waitFor(() => expect(sent(rendered)).toMatchObject([{}, { prompt: 'Four?', after: id('3') }]));
    expect(screen.getByRole('status', { name: 'Queued messages' }).textContent).toBe('');
  });

  test('is sent while another chat is on the screen', async () => {
    const rendered = await open();
    await sendPrompt('Three?');
    rendered.reply.push(...firstEvents);
    await shows(/Three\?/);
    const next = createPipe<ReplyItem>();
    rendered.host.service.answer(calls.chat.streamReply, () => next);
    await sendPrompt('Four?');
    rendered.host.service.answer(calls.chat.getChat, () => ({ messages: [storedMessage({ prompt: 'Elsewhere?' })] }));
    act(() => rendered.host.navigation.navigate(`/?chat=${id('f')}`));
    await shows(/Elsewhere\?/);
    await act(async () => rendered.reply.push({ seq: 4, type: 'end', outcome: 'complete' }));
    await waitFor(() => expect(sent(rendered)).toMatchObject([{}, { id: chatId, prompt: 'Four?', after: id('3') }]));
    expect(conversation().textContent).not.toMatch(/Four\?/);
    act(() => rendered.host.navigation.navigate(`/?chat=${chatId}`));
    next.push(...numbered({ type: 'chatId', chatId }, { type: 'id', id: id('4') }, { type: 'text', text: 'Fourth.' }));
    await shows(/Three\?.*Four\?.*Fourth\./s);
  });

  test('goes back to the composer by its button, and where the answer fails', async () => {
    const rendered = await open();
    await sendPrompt('Three?');
    rendered.reply.push(...firstEvents);
    await shows(/Three\?/);
    fireEvent.change(input(), { target: { value: 'Four?' } });
    await press('Queue message');
    screen.getByRole('button', { name: 'Cancel queued message' }).focus();
    await press('Cancel queued message');
    expect(input().value).toBe('Four?');
    expect(document.activeElement).toBe(input());
    await press('Queue message');
    expect(input().value).toBe('');
    await act(async () => rendered.reply.push({ seq: 4, type: 'end', outcome: 'failed' }));
    await waitFor(() => expect(input().value).toBe('Four?'));
    expect(sent(rendered)).toHaveLength(1);
  });
});
