import * as events from '#contracts/events';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import type { Tag } from '@atrium/shared-kernel/contracts/entities/chat';
import type { Outbox, WaitingChange, WaitingMessage } from '@atrium/shared-kernel/remote';
import { type FakeHost, testUser } from '@atrium/shared-kernel/testing/fake-host';
import { Unreachable } from '@atrium/shared-kernel/testing/fake-service';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { BehaviorSubject, Subject } from 'rxjs';
import { expect, test, vi } from 'vitest';
import { emptyDraft, storedDraft } from '../draft/draft.ts';
import { chatId, storedMessage } from '../testing/replies.ts';
import { input, namedChat, renderChat, sendPrompt } from '../testing/screen.tsx';

const draftKey = `draft.${'a'.repeat(24)}.${chatId}`;
const label = 'Will be sent when you’re online:';

/** The outbox of a shell, in memory. `stores`: whether the browser can store it. */
const createOutbox = (stores = true) => {
  const waiting$ = new BehaviorSubject<readonly WaitingChange[]>([]);
  const chatCreated$ = new Subject<{ thread: string; chatId: string }>();
  const added: WaitingMessage[] = [];
  const outbox: Outbox = {
    waiting$,
    chatCreated$,
    begun$: chatCreated$,
    addMessage(message) {
      if (!stores) return Promise.resolve(false);
      const { input: sent, thread, draft } = message;
      const id = added.push(message);
      const change = { id, words: '', state: 'waiting' as const, subjects: [sent.id ?? thread] };
      waiting$.next([...waiting$.value, { ...change, message: { text: sent.prompt, chatId: sent.id, thread, draft } }]);
      return Promise.resolve(true);
    },
    cancel(id) {
      waiting$.next(waiting$.value.filter((one) => one.id !== id));
      return Promise.resolve(true);
    },
  };
  return { outbox, waiting$, chatCreated$, added };
};

const start = async (options: Parameters<typeof renderChat>[0] = {}, stores = true) => {
  const queue = createOutbox(stores);
  const messages = options.prepare ? {} : { messages: [storedMessage({})] };
  const rendered = renderChat({ path: `/?chat=${chatId}`, ...messages, ...options });
  const { host } = rendered;
  await act(async () => {
    host.outbox$.next(queue.outbox);
    // The code for waiting messages loads while there is a network.
    await vi.waitFor(() => expect(queue.chatCreated$.observed).toBe(true));
  });
  await act(async () => host.online$.next(false));
  const sends = () => host.service.requests.filter(({ call }) => call === calls.chat.streamReply.name);
  return { ...rendered, ...queue, sends };
};

test('a message without a network waits in sight, leaves the composer empty, and is not sent by the screen', async () => {
  const { added, sends } = await start();
  await sendPrompt('Written in the train');
  expect(await screen.findByText(label)).toBeDefined();
  expect(screen.getByRole('status', { name: 'Queued messages' }).textContent).toContain('Written in the train');
  expect(input().value).toBe('');
  expect(added).toMatchObject([
    { input: { id: chatId, prompt: 'Written in the train', after: storedMessage({})._id } },
  ]);
  expect(sends()).toEqual([]);
});

test('one that is canceled goes back to the composer, before what is typed there', async () => {
  await start();
  await sendPrompt('One');
  await sendPrompt('Two');
  fireEvent.change(input(), { target: { value: 'Three' } });
  const cancel = (await screen.findAllByRole('button', { name: 'Cancel queued message' }))[0]!;
  cancel.focus();
  fireEvent.click(cancel);
  await waitFor(() => expect(input().value).toBe('One\n\nThree'));
  await waitFor(() => expect(document.activeElement).toBe(input()));
  expect(screen.getByRole('status', { name: 'Queued messages' }).textContent).not.toContain('One');
});

test('the model that was chosen for a message is shown while it waits, and goes back with it', async () => {
  const models = ['fast', 'thorough'].map((id) => ({ id, label: id, takes: [], thinks: false, price: 1 }));
  const { host, sends } = await start({
    user: testUser({ models: true }),
    prepare({ service, storage }) {
      service.answer(calls.chat.listModels, () => ({ models }));
      service.answer(calls.chat.getChat, () => ({ messages: [storedMessage({})] }));
      storage.session.set(draftKey, storedDraft({ ...emptyDraft, model: 'thorough' }) ?? '');
    },
  });
  await sendPrompt('One');
  fireEvent.click(await screen.findByRole('button', { name: 'Cancel queued message' }));
  await waitFor(() => expect(input().value).toBe('One'));
  await sendPrompt('One');
  expect(await screen.findByRole('button', { name: 'Model: thorough' })).toBeDefined();
  fireEvent.click(await screen.findByRole('button', { name: 'Cancel queued message' }));
  await waitFor(() => expect(input().value).toBe('One'));
  await act(async () => host.online$.next(true));
  await sendPrompt('One');
  expect(sends()).toMatchObject([{ input: { prompt: 'One', model: 'thorough' } }]);
});

test('a waiting voice note stays where it is while another one is in the composer', async () => {
  const draft = storedDraft({ ...emptyDraft, voiceNote: '/objects/note' }) ?? '';
  const { waiting$ } = await start({
    prepare({ service, storage }) {
      service.answer(calls.chat.getChat, () => ({ messages: [storedMessage({})] }));
      storage.session.set(draftKey, draft);
    },
  });
  const message = { text: '', chatId, thread: '', draft };
  await act(async () => waiting$.next([{ id: 1, words: '', state: 'waiting', subjects: [], message }]));
  fireEvent.click(await screen.findByRole('button', { name: 'Cancel queued message' }));
  await act(async () => undefined);
  expect(waiting$.value).toHaveLength(1);
});

test('back online, what is written next waits behind what still waits', async () => {
  const { host, added, waiting$, sends } = await start();
  await sendPrompt('One');
  await act(async () => host.online$.next(true));
  await sendPrompt('Two');
  expect(added.map(({ input: { prompt } }) => prompt)).toEqual(['One', 'Two']);
  await act(async () => waiting$.next([]));
  await sendPrompt('Three');
  expect(sends()).toMatchObject([{ input: { prompt: 'Three' } }]);
});

test('a refused message shows the reason, and can be edited and sent again', async () => {
  const { waiting$ } = await start();
  await sendPrompt('One');
  const reason = 'This chat was deleted in the meantime.';
  await act(async () => waiting$.next(waiting$.value.map((one) => ({ ...one, state: 'refused' as const, reason }))));
  expect(screen.getByText(`Not sent. ${reason}`)).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Cancel queued message' }));
  await waitFor(() => expect(input().value).toBe('One'));
});

test('one that waits says what for: the network, those before it, or what was refused before it', async () => {
  const { host, waiting$ } = await start();
  await sendPrompt('One');
  await sendPrompt('Two');
  expect(await screen.findAllByText(label)).toHaveLength(2);
  const setFirst = (state: WaitingChange['state'], part: Partial<WaitingChange> = {}) =>
    act(async () => waiting$.next(waiting$.value.map((one, at) => (at === 0 ? { ...one, state, ...part } : one))));
  await act(async () => host.online$.next(true));
  await setFirst('sending');
  expect(screen.getByText('Sent next:').nextSibling?.textContent).toBe('Two');
  await setFirst('refused', { reason: 'Try again.' });
  expect(screen.getByText('Waiting for the message above:').nextSibling?.textContent).toBe('Two');
  await setFirst('refused', { message: undefined });
  expect(screen.getByText('Waiting for a change that wasn’t saved:').nextSibling?.textContent).toBe('Two');
  await setFirst('refused', { subjects: ['f'.repeat(24)] });
  expect(screen.getByText('Sent next:').nextSibling?.textContent).toBe('Two');
  await act(async () => host.online$.next(false));
  expect(screen.getByText(label).nextSibling?.textContent).toBe('Two');
});

test('what is on its way cannot be canceled', async () => {
  const { waiting$ } = await start();
  await sendPrompt('One');
  await act(async () => waiting$.next(waiting$.value.map((one) => ({ ...one, state: 'sending' as const }))));
  expect(screen.getByText('Being sent:')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Cancel queued message' })).toBeNull();
});

test('a new chat continues in the chat that its first message created', async () => {
  const { host, added, waiting$, chatCreated$ } = await start({ path: '/' });
  await sendPrompt('Hello');
  expect(await screen.findByText(label)).toBeDefined();
  host.service.answer(calls.chat.getChat, () => ({
    chat: namedChat('Blue sky'),
    messages: [storedMessage({ prompt: 'Hello' })],
  }));
  await act(async () => {
    host.online$.next(true);
    waiting$.next([]);
    chatCreated$.next({ thread: added[0]!.thread, chatId });
  });
  await waitFor(() => expect(host.navigation.location$.value.search).toBe(`?chat=${chatId}`));
  expect(await screen.findByRole('list', { name: 'Conversation' })).toBeDefined();
});

const poet = {
  _id: '1'.repeat(24),
  title: 'Poet',
  instruction: 'Rhyme.',
  files: [],
  teamRoles: [],
  memoryDisabled: false,
  lastUpdate: '2026-01-01T00:00:00.000Z',
};
const work: Tag = {
  _id: '2'.repeat(24),
  name: 'Work',
  icon: 'briefcase',
  color: 'green',
  lastUpdate: '2026-01-01T00:00:00.000Z',
};

test.each<[string, (bus: FakeHost['bus']) => void]>([
  ['another new chat', (bus) => bus.emit(events.workspace.newChatRequested, {})],
  ['a new chat with an agent', (bus) => bus.emit(events.workspace.agentSelected, { agent: poet })],
  ['a new chat in a collection', (bus) => bus.emit(events.workspace.collectionSelected, { tag: work })],
])('%s begins although the first message of a new one waits', async (_, choose) => {
  const { host, added } = await start({ path: '/' });
  await sendPrompt('One');
  expect(await screen.findByText(label)).toBeDefined();
  act(() => choose(host.bus));
  expect(screen.queryByText(label)).toBeNull();
  await sendPrompt('Two');
  expect((await screen.findByText(label)).nextSibling?.textContent).toBe('Two');
  expect(added[0]!.thread).not.toBe(added[1]!.thread);
});

test('a new chat is not made temporary any more once its first message waits', async () => {
  const { added } = await start({ path: '/' });
  expect(await screen.findByRole('button', { name: 'Temporary chat' })).toBeDefined();
  await sendPrompt('One');
  expect(await screen.findByText(label)).toBeDefined();
  expect(added).toHaveLength(1);
  expect(screen.queryByRole('button', { name: 'Temporary chat' })).toBeNull();
});

test.each([
  ['of a secure chat', true, true],
  ['that the browser cannot store', false, false],
])('a message %s fails at once, and stays in the composer', async (_, secure, stores) => {
  const { added } = await start(
    {
      prepare: ({ service }) => {
        service.answer(calls.chat.getChat, () => ({
          chat: { ...namedChat('Tea'), secure },
          messages: [storedMessage({})],
        }));
        service.answer(calls.chat.streamReply, () => {
          throw new Unreachable();
        });
      },
    },
    stores,
  );
  await sendPrompt('One');
  await waitFor(() => expect(input().value).toBe('One'));
  expect(added).toEqual([]);
});
