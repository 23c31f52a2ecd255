import * as calls from '@atrium/shared-kernel/contracts/calls';
import type { Chat, Message } from '@atrium/shared-kernel/contracts/entities/chat';
import type { FakeHost } from '@atrium/shared-kernel/testing/fake-host';
import { Failure } from '@atrium/shared-kernel/testing/fake-service';
import { renderRemote } from '@atrium/shared-kernel/testing/render';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, describe, expect, test } from 'vitest';
import * as events from '#contracts/events';
import contract from '../../contract.ts';
import { ChatScreen } from '../screen/chat-screen.tsx';
import { chatId, createPipe, numbered, storedMessage } from '../testing/replies.ts';
import { input, namedChat, renderChat } from '../testing/screen.tsx';

const key = `edits.${'a'.repeat(24)}`;
const path = `/?chat=${chatId}`;
const id = (digit: string) => digit.repeat(24);
const one = storedMessage({ _id: id('1'), prompt: 'One?', content: 'Answer one.' });
const two = storedMessage({ _id: id('2'), prompt: 'Two?', content: 'Answer two.' });
const firstEvents = numbered({ type: 'chatId', chatId }, { type: 'id', id: id('3') });
/** The first message as it is after an edit was accepted. */
const edited = { ...one, _id: id('7'), prompt: 'ONE?', content: 'New answer.', versions: [id('1'), id('7')] };

// Loaded in advance, because these tests are not about the time that the code takes to load.
beforeAll(() => Promise.all([import('../screen/live-messages.tsx'), import('./version-commands.ts')]));

const open = async (chat: Partial<Chat> = {}) => {
  const rendered = renderChat({
    path,
    prepare({ service }) {
      service.answer(calls.chat.keepChat, () => ({}));
      service.answer(calls.chat.getChat, () => ({ chat: { ...namedChat('Tea'), ...chat }, messages: [one, two] }));
    },
  });
  await screen.findByText('Answer one.');
  return rendered;
};
type Rendered = ReturnType<typeof renderChat>;

const areas = () => screen.queryAllByRole<HTMLTextAreaElement>('textbox', { name: 'Message to send instead' });
const texts = () => areas().map(({ value }) => value);
const row = (at: number) => within(screen.getByRole('list', { name: 'Conversation' })).getAllByRole('listitem')[at]!;
const edit = async (at: number, text: string) => {
  await act(async () => fireEvent.click(within(row(at)).getByRole('button', { name: 'Edit message' })));
  act(() => void fireEvent.change(within(row(at)).getByRole('textbox'), { target: { value: text } }));
};
const press = (name: string) => act(async () => fireEvent.click(screen.getByRole('button', { name })));
const closePage = () => globalThis.dispatchEvent(new Event('pagehide'));
const storedIn = ({ storage }: FakeHost) => storage.session.get(key);
const sentIn = ({ host }: Rendered) =>
  host.service.requests
    .filter(({ call }) => call === 'chat.streamReply')
    .map(({ input: sent }) => sent as { prompt: string; replaces: string; sendId: string });

/** The same page, back from another page of the product. */
const comeBack = async (first: Rendered) => {
  await act(async () => first.end());
  renderRemote(contract, <ChatScreen />, { host: first.host });
  await screen.findByText('Two?');
};
/** The same tab after a reload. */
const reload = async (first: Rendered, messages: Message[] = [one, two]) => {
  closePage();
  const stored = storedIn(first.host);
  await act(async () => first.end());
  const rendered = renderChat({
    path,
    messages,
    prepare: ({ storage }) => stored !== undefined && storage.session.set(key, stored),
  });
  await screen.findByText(messages[0]!.content);
  return rendered;
};

describe('a prompt that is being edited', () => {
  test('outlives a reload with its text, and takes the focus from nobody then', async () => {
    const first = await open();
    await edit(0, 'ONE, half');
    await edit(1, 'TWO, half');
    await reload(first);
    expect(texts()).toEqual(['ONE, half', 'TWO, half']);
    expect(areas()).not.toContain(document.activeElement);
  });

  test('outlives a visit to another page, and is sent from there on', async () => {
    const first = await open();
    await edit(0, 'ONE, half');
    await comeBack(first);
    expect(texts()).toEqual(['ONE, half']);
    act(() => void fireEvent.change(areas()[0]!, { target: { value: 'ONE, whole' } }));
    await press('Save & Send');
    expect(sentIn(first)).toMatchObject([{ prompt: 'ONE, whole', replaces: one._id }]);
    first.reply.push(...firstEvents);
    await waitFor(() => expect(storedIn(first.host)).toBeUndefined());
  });

  test('is stored with its text when the page ends, and no more once it is canceled', async () => {
    const { host } = await open();
    await edit(0, 'ONE, half');
    closePage();
    expect(storedIn(host)).toContain('ONE, half');
    await press('Cancel');
    expect(storedIn(host)).toBeUndefined();
  });

  test('makes an update wait, also after a reload', async () => {
    const busy = ({ host }: Rendered) =>
      host.eventsSeen.findLast(({ event }) => event === events.chat.busyChanged.name)?.payload;
    const first = await open();
    expect(busy(first)).toEqual({ streaming: false, draft: false });
    await edit(0, 'ONE, half');
    expect(busy(first)).toEqual({ streaming: false, draft: true });
    const again = await reload(first);
    expect(busy(again)).toEqual({ streaming: false, draft: true });
    await act(async () => again.host.bus.emit(events.workspace.newChatRequested, {}));
    expect(busy(again)).toEqual({ streaming: false, draft: false });
    again.host.service.answer(calls.chat.getChat, () => ({ messages: [one, two] }));
    act(() => again.host.navigation.navigate(path));
    await waitFor(() => expect(busy(again)).toEqual({ streaming: false, draft: true }));
    await press('Cancel');
    expect(busy(again)).toEqual({ streaming: false, draft: false });
  });

  test('is nothing where the storage contains something else', async () => {
    for (const invalid of ['{', '7', '[["1"],[1,2,null],["1","x",2]]']) {
      const rendered = renderChat({
        path,
        messages: [one],
        prepare: ({ storage }) => storage.session.set(key, invalid.replaceAll('"1"', `"${one._id}"`)),
      });
      await screen.findByText('Answer one.');
      expect(texts()).toEqual([]);
      rendered.end();
    }
  });
});

describe('an edited prompt that is being sent while the page ends', () => {
  const send = async () => {
    const first = await open();
    first.host.service.answer(calls.chat.streamReply, () => createPipe<never>());
    await edit(0, 'ONE?');
    await press('Save & Send');
    expect(sentIn(first)).toHaveLength(1);
    return first;
  };

  test('is back in its editor, and is the same send when tried again', async () => {
    const first = await send();
    const again = await reload(first);
    expect(texts()).toEqual(['ONE?']);
    await press('Save & Send');
    expect(sentIn(again)).toMatchObject([{ prompt: 'ONE?', replaces: one._id, sendId: sentIn(first)[0]!.sendId }]);
  });

  test('is not edited any more if the service has accepted it', async () => {
    const again = await reload(await send(), [edited]);
    expect(texts()).toEqual([]);
    expect(storedIn(again.host)).toBeUndefined();
    expect(input().value).toBe('');
  });

  test('stays with its words where the new question is another one', async () => {
    await reload(await send(), [{ ...edited, prompt: 'Other words?' }]);
    expect(texts()).toEqual(['ONE?']);
  });

  test('is back in its editor if the service refuses it when tried again', async () => {
    const again = await reload(await send());
    again.host.service.answer(calls.chat.streamReply, () => {
      throw new Failure(429, 'Too many messages.');
    });
    await press('Save & Send');
    await waitFor(() => expect(again.host.alertsShown).toMatchObject([{ message: 'Too many messages.' }]));
    expect(texts()).toEqual(['ONE?']);
  });
});

describe('an edited prompt whose connection is lost while it is being sent', () => {
  const lose = async () => {
    const rendered = await open();
    rendered.host.service.answer(calls.chat.streamReply, () => {
      throw new Failure(0, '');
    });
    await edit(0, 'ONE?');
    await press('Save & Send');
    await waitFor(() => expect(rendered.host.alertsShown).toHaveLength(1));
    expect(texts()).toEqual(['ONE?']);
    return rendered;
  };
  const arrive = async ({ host }: Rendered) => {
    host.service.answer(calls.chat.getChat, () => ({ chat: namedChat('Tea'), messages: [edited] }));
    await act(async () => host.bus.emit(events.shell.messagesChanged, { chatIds: [chatId] }));
    await screen.findByText('New answer.');
  };

  test('is not edited any more once it turns out that the service has accepted it', async () => {
    const rendered = await lose();
    await arrive(rendered);
    expect(texts()).toEqual([]);
    expect(storedIn(rendered.host)).toBeUndefined();
  });

  test('stays if its words were changed since', async () => {
    const rendered = await lose();
    act(() => void fireEvent.change(areas()[0]!, { target: { value: 'ONE, again' } }));
    await arrive(rendered);
    expect(texts()).toEqual(['ONE, again']);
  });
});

describe.each([
  ['secure', { secure: true }],
  ['temporary', { temporary: true as const }],
])('a prompt of a %s chat', (_, chat) => {
  test('outlives a visit to another page, and is in no storage', async () => {
    const first = await open(chat);
    await edit(0, 'Between us');
    closePage();
    expect(storedIn(first.host)).toBeUndefined();
    await comeBack(first);
    expect(texts()).toEqual(['Between us']);
    closePage();
    expect(storedIn(first.host)).toBeUndefined();
  });
});

test('an edit is in no storage any more once its chat is secure', async () => {
  const { host } = await open();
  await edit(0, 'Between us');
  closePage();
  expect(storedIn(host)).toContain('Between us');
  host.service.answer(calls.chat.getChat, () => ({
    chat: { ...namedChat('Tea'), secure: true },
    messages: [one, two],
  }));
  await act(async () => host.bus.emit(events.shell.messagesChanged, { chatIds: [chatId] }));
  await waitFor(() => expect(storedIn(host)).toBeUndefined());
  expect(texts()).toEqual(['Between us']);
});

test('an answer that is asked for again on another visit of the screen is a new one', async () => {
  const first = await open();
  const regenerate = () =>
    act(async () => fireEvent.click(within(row(0)).getByRole('button', { name: 'Regenerate answer' })));
  await regenerate();
  await comeBack(first);
  await regenerate();
  const [before, after] = sentIn(first);
  expect(after?.sendId).toMatch(/./);
  expect(after?.sendId).not.toBe(before?.sendId);
});
