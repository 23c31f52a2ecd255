import * as calls from '@atrium/shared-kernel/contracts/calls';
import type { ReplyItem } from '@atrium/shared-kernel/contracts/entities/stream';
import { messagesChanged } from '../../events.ts';
import { chatRenamed, chatsChanged } from '#contracts/events/workspace';
import { testUser } from '@atrium/shared-kernel/testing/fake-host';
import { expectWholePage } from '@atrium/shared-kernel/testing/setup';
import { Failure, failureOf } from '@atrium/shared-kernel/testing/fake-service';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { stubIndexedDb } from '../testing/indexed-db.ts';
import type { WaitingItem } from './database.ts';
import { type Browser, chatId, chatOf, createBrowser, messageOf } from '../testing/offline-page.ts';

beforeEach(stubIndexedDb);
// The offline features live as long as their page.
expectWholePage();

const revisions = { title: 'r1', tags: 'r1' };
const newChat = 'd'.repeat(24);
const changes = new Set<string>(
  [
    calls.chat.renameChat,
    calls.chat.pinChat,
    calls.chat.editChat,
    calls.chat.streamReply,
    calls.tags.createEditTag,
  ].map(({ name }) => name),
);
const sent = ({ service }: Browser) =>
  service.requests
    .filter(({ call }) => changes.has(call) || call.startsWith('memories.'))
    .filter(({ call }) => call !== 'memories.listMemories');
const prompts = (browser: Browser) => sent(browser).flatMap(({ input }) => (input as { prompt?: string }).prompt ?? []);

/** A browser whose tab has read its chats and is now offline. */
const offline = async (prepare: (service: Browser['service']) => void = () => {}) => {
  const browser = createBrowser();
  const { service } = browser;
  service.answer(calls.chat.listChats, ({ only }) => ({ chats: only ? [] : [chatOf({ revisions })] }));
  service.answer(calls.chat.getChat, () => ({ chat: chatOf({ revisions }), messages: [messageOf(1)] }));
  service.answer(calls.chat.focusChat, () => ({ chat: chatOf({ title: 'Coffee' }) }));
  service.answer(calls.tags.listTags, () => ({ tags: [] }));
  service.answer(calls.memories.listMemories, () => ({ memories: [] }));
  service.answer(calls.chat.renameChat, () => ({}));
  service.answer(calls.chat.pinChat, ({ pinned }) => ({
    chat: chatOf(pinned ? { pinned: '2026-02-01T00:00:00.000Z' } : {}),
  }));
  service.answer(calls.chat.nameChat, () => ({ chat: chatOf({ _id: newChat, title: 'Named' }) }));
  service.answer(calls.chat.streamReply, ({ id, sendId = '' }) => [
    { type: 'chatId' as const, seq: 1, chatId: id ?? newChat },
    { type: 'id' as const, seq: 2, id: sendId.slice(0, 8).padEnd(24, '0') },
    { type: 'end' as const, seq: 3, outcome: 'complete' as const },
  ]);
  prepare(service);
  const tab = await browser.openTab();
  await tab.client.call(calls.chat.listChats, {});
  await tab.client.call(calls.tags.listTags, {});
  const { memories } = await tab.client.call(calls.memories.listMemories, {});
  browser.network(false);
  await vi.waitFor(async () =>
    expect((await tab.client.call(calls.memories.listMemories, {})).memories).toEqual(memories),
  );
  await vi.waitFor(async () => expect((await tab.client.call(calls.chat.listChats, {})).chats).toHaveLength(1));
  return { browser, tab, service };
};
type Tab = Awaited<ReturnType<Browser['openTab']>>;
const rename = (tab: Tab, title: string) =>
  tab.client.call(calls.chat.renameChat, { chatId, title }, { basedOn: 'r1' });
const write = (tab: Tab, prompt: string, id: string | undefined = chatId) =>
  tab.outbox.addMessage({ input: { prompt, id }, thread: 'thread', draft: prompt });
const empty = (tab: Tab) => vi.waitFor(() => expect(tab.outbox.waiting$.value).toEqual([]));
const titles = async (tab: Tab) => (await tab.client.call(calls.chat.listChats, {})).chats.map(({ title }) => title);

describe('without a network', () => {
  test('a title, a pin, a memory and messages wait, show at once, and go once in their order', async () => {
    const { browser, tab, service } = await offline();
    await write(tab, 'First');
    await rename(tab, 'Green tea');
    const { chat } = await tab.client.call(calls.chat.pinChat, { chatId, pinned: true });
    expect(chat).toMatchObject({ title: 'Green tea', pinned: expect.any(String) });
    const { memory } = await tab.client.call(calls.memories.addMemory, { memory: 'Likes tea.' });
    await write(tab, 'Second');
    expect((await tab.client.call(calls.chat.focusChat, { chatId })).chat.title).toBe('Green tea');
    // It is in the list of the pinned ones now.
    expect(await titles(tab)).toEqual([]);
    expect((await tab.client.call(calls.memories.listMemories, {})).memories).toEqual([memory]);
    expect(sent(browser)).toEqual([]);
    expect(tab.outbox.waiting$.value.map(({ words }) => words)).toEqual([
      'Send “First”',
      'Rename “Tea” to “Green tea”',
      'Pin “Green tea”',
      'Remember “Likes tea.”',
      'Send “Second”',
    ]);
    service.answer(calls.memories.addMemory, (input) => ({ memory: { _id: input.memoryId!, memory: input.memory } }));
    browser.network(true);
    await empty(tab);
    expect(sent(browser).map(({ call }) => call)).toEqual([
      'chat.streamReply',
      'chat.renameChat',
      'chat.pinChat',
      'memories.addMemory',
      'chat.streamReply',
    ]);
    expect(sent(browser)[1]).toMatchObject({ basedOn: '"r1"' });
    expect(sent(browser)[3]).toMatchObject({ input: { memoryId: memory._id } });
  });

  test('a memory is listed where the service will list it: before the older ones', async () => {
    const older = [
      { _id: `${'0'.repeat(23)}2`, memory: 'Has a cat.' },
      { _id: `${'0'.repeat(23)}1`, memory: 'Lives in Oslo.' },
    ];
    const { tab } = await offline((service) =>
      service.answer(calls.memories.listMemories, () => ({ memories: older })),
    );
    const { memory } = await tab.client.call(calls.memories.addMemory, { memory: 'Likes tea.' });
    expect((await tab.client.call(calls.memories.listMemories, {})).memories).toEqual([memory, ...older]);
  });

  test('nothing else waits: it fails at once with the words of the network', async () => {
    const { tab } = await offline();
    await expect(tab.client.call(calls.chat.clearChat, { chatId })).rejects.toMatchObject({
      msg: 'Error posting to api.',
    });
    await expect(tab.client.call(calls.profile.updateUser, { theme: 'dark' })).rejects.toMatchObject({ status: 0 });
    expect(tab.outbox.waiting$.value).toEqual([]);
  });

  test('the page knows which chats it deletes itself', async () => {
    const { browser, tab } = await offline();
    browser.network(true);
    const answer = Promise.withResolvers<object>();
    browser.service.answer(calls.chat.clearChat, () => answer.promise);
    const deleted = tab.client.call(calls.chat.clearChat, { chatId });
    await vi.waitFor(() => expect(tab.deletions.has(chatId)).toBe(true));
    answer.reject(new Failure(500, {}));
    await expect(deleted).rejects.toMatchObject({ status: 500 });
    expect(tab.deletions.has(chatId)).toBe(false);
  });

  test('messages in secure mode are never queued', async () => {
    const { tab } = await offline();
    const input = { prompt: 'Secret', id: chatId, secureMode: true };
    expect(await tab.outbox.addMessage({ input, thread: 't', draft: '' })).toBe(false);
    expect(tab.outbox.waiting$.value).toEqual([]);
  });

  test('a title that is changed twice is one change, based on what was read', async () => {
    const { browser, tab } = await offline();
    await rename(tab, 'One');
    await rename(tab, 'Two');
    expect(tab.outbox.waiting$.value).toHaveLength(1);
    browser.network(true);
    await empty(tab);
    expect(sent(browser)).toMatchObject([{ input: { title: 'Two' }, basedOn: '"r1"' }]);
  });

  test('a collection that is made, used, renamed and deleted again is never made', async () => {
    const { browser, tab } = await offline();
    const { tag } = await tab.client.call(calls.tags.createEditTag, { name: 'Drinks', chatId });
    expect((await tab.client.call(calls.tags.listTags, {})).tags).toMatchObject([{ _id: tag?._id, name: 'Drinks' }]);
    expect((await tab.client.call(calls.chat.focusChat, { chatId })).chat.tags).toMatchObject([{ name: 'Drinks' }]);
    await tab.client.call(calls.tags.createEditTag, { tagId: tag!._id, name: 'Hot drinks' });
    expect((await tab.client.call(calls.tags.listTags, {})).tags).toMatchObject([{ name: 'Hot drinks' }]);
    expect(tab.outbox.waiting$.value.map(({ words }) => words)).toEqual(['Create the collection “Hot drinks”']);
    await tab.client.call(calls.tags.createEditTag, { tagId: tag!._id, deleted: true });
    expect(tab.outbox.waiting$.value).toEqual([]);
    browser.network(true);
    await new Promise((resolve) => void setTimeout(resolve, 20));
    expect(sent(browser)).toEqual([]);
  });

  test('a canceled change is not sent, and the previous state is shown', async () => {
    const { browser, tab } = await offline();
    await rename(tab, 'Green tea');
    const shown: unknown[] = [];
    tab.host.bus.on(chatsChanged).subscribe(({ chats }) => shown.push(chats?.[0]?.title));
    const [canceled] = tab.queue.items$.value as [WaitingItem];
    expect(await tab.outbox.cancel(canceled.id)).toBe(true);
    expect(await titles(tab)).toEqual(['Tea']);
    await vi.waitFor(() => expect(shown).toEqual(['Tea']));
    await tab.queue.restore(canceled);
    expect(await titles(tab)).toEqual(['Green tea']);
    await tab.queue.cancel(canceled.id);
    browser.network(true);
    await new Promise((resolve) => void setTimeout(resolve, 20));
    expect(sent(browser)).toEqual([]);
  });
});

describe('a message', () => {
  test('of a new chat creates it, later ones are sent there, and the chat is named', async () => {
    const { browser, tab, service } = await offline();
    const created: unknown[] = [];
    tab.outbox.chatCreated$.subscribe((one) => created.push(one));
    const add = (prompt: string) => tab.outbox.addMessage({ input: { prompt }, thread: 'new', draft: '' });
    await add('Hello');
    await add('And then');
    browser.network(true);
    await empty(tab);
    expect(sent(browser).map(({ input }) => (input as { id?: string }).id)).toEqual([undefined, newChat]);
    await vi.waitFor(() => expect(service.requests.filter(({ call }) => call === 'chat.nameChat')).toHaveLength(1));
    expect(tab.outbox.begun$, 'the name of earlier versions').toBe(tab.outbox.chatCreated$);
    expect(created).toEqual([{ thread: 'new', chatId: newChat }]);
    expect(tab.host.eventsSeen).toContainEqual({ event: messagesChanged.name, payload: { chatIds: [newChat] } });
  });

  test('waits for the answer to the one before it', async () => {
    const { browser, tab, service } = await offline();
    const ends: (() => void)[] = [];
    service.answer(calls.chat.streamReply, async function* ({ id = '' }): AsyncGenerator<ReplyItem> {
      yield { type: 'chatId', seq: 1, chatId: id };
      yield { type: 'id', seq: 2, id: '1'.repeat(24) };
      await new Promise<void>((resolve) => void ends.push(resolve));
      yield { type: 'end', seq: 3, outcome: 'complete' };
    });
    await write(tab, 'First');
    await write(tab, 'Second');
    browser.network(true);
    await vi.waitFor(() => expect(ends).toHaveLength(1));
    expect(prompts(browser)).toEqual(['First']);
    ends[0]!();
    await vi.waitFor(() => expect(prompts(browser)).toEqual(['First', 'Second']));
    // The last message does not wait for the reply here, because no message follows it in its chat.
    await empty(tab);
  });
});

describe('exactly once', () => {
  test('a page that learns of the queue only after it has read its lists shows what waits in them', async () => {
    const { browser, tab } = await offline();
    const late = await browser.open();
    const shown: unknown[] = [];
    late.host.bus.on(chatsChanged).subscribe(({ chats }) => shown.push(chats?.[0]?.title));
    await rename(tab, 'Green tea');
    late.start();
    await late.session.refresh();
    await vi.waitFor(() => expect(shown).toEqual(['Green tea']));
  });

  test('two tabs show the same queue, and one of them sends it', async () => {
    const { browser, tab } = await offline();
    const other = await browser.openTab();
    const shown: unknown[] = [];
    other.host.bus.on(chatsChanged).subscribe(({ chats }) => shown.push(chats?.[0]?.title));
    await rename(tab, 'Green tea');
    await write(tab, 'First');
    await write(other, 'Second');
    await vi.waitFor(() => expect(other.outbox.waiting$.value).toEqual(tab.outbox.waiting$.value));
    await vi.waitFor(() => expect(tab.outbox.waiting$.value).toHaveLength(3));
    await vi.waitFor(() => expect(shown).toContain('Green tea'));
    browser.network(true);
    await Promise.all([empty(tab), empty(other)]);
    expect(sent(browser).map(({ call }) => call)).toEqual(['chat.renameChat', 'chat.streamReply', 'chat.streamReply']);
  });

  test('a kill in the middle: the next page sends the same again, under the same name, and then what is behind it', async () => {
    const { browser, tab, service } = await offline();
    const answer = service.answer.bind(service);
    let hang = true;
    answer(calls.chat.streamReply, async function* ({ id = '' }): AsyncGenerator<ReplyItem> {
      if (hang) await new Promise(() => undefined);
      yield { type: 'chatId', seq: 1, chatId: id };
      yield { type: 'id', seq: 2, id: '1'.repeat(24) };
    });
    await write(tab, 'First');
    await rename(tab, 'Green tea');
    browser.network(true);
    await vi.waitFor(() => expect(prompts(browser)).toEqual(['First']));
    expect(await tab.outbox.cancel(tab.outbox.waiting$.value[0]!.id)).toBe(false);
    hang = false;
    const next = await browser.openTab({ freshLocks: true });
    await vi.waitFor(() => expect(prompts(browser)).toEqual(['First', 'First']));
    await empty(next);
    const [first, second] = sent(browser).filter(({ call }) => call === 'chat.streamReply');
    expect((second!.input as { sendId: string }).sendId).toBe((first!.input as { sendId: string }).sendId);
    expect(sent(browser).at(-1)).toMatchObject({ call: 'chat.renameChat' });
  });

  test('a network that goes while it is sent leaves it waiting, and it goes when there is one again', async () => {
    const { browser, tab, service } = await offline();
    service.answer(calls.chat.renameChat, () => {
      browser.network(false);
      throw new Failure(503, {});
    });
    await rename(tab, 'Green tea');
    browser.network(true);
    await vi.waitFor(() => expect(sent(browser)).toHaveLength(1));
    await vi.waitFor(() => expect(tab.outbox.waiting$.value).toMatchObject([{ state: 'waiting' }]));
    service.answer(calls.chat.renameChat, () => ({}));
    browser.network(true);
    await empty(tab);
    expect(sent(browser)).toHaveLength(2);
  });
});

describe('a service that does not do it', () => {
  test.each([
    ['no session', () => failureOf('not-signed-in')],
    ['too many at once', () => failureOf('too-many-sends', { wait: 60_000 })],
    ['a failure of its own', () => new Failure(500, {})],
  ])('is not retried endlessly: %s', async (_, failure) => {
    const { browser, tab, service } = await offline();
    service.answer(calls.chat.streamReply, () => {
      throw failure();
    });
    await write(tab, 'First');
    browser.network(true);
    await vi.waitFor(() => expect(tab.outbox.waiting$.value).toMatchObject([{ state: 'waiting' }]));
    await write(tab, 'Second');
    await new Promise((resolve) => void setTimeout(resolve, 50));
    expect(prompts(browser)).toEqual(['First']);
  });
});

describe('a change that is refused', () => {
  test('shows the current state; it blocks later changes of the same item, and can be saved anyway or canceled', async () => {
    const { browser, tab, service } = await offline();
    service.answer(calls.chat.renameChat, () => {
      if (browser.service.requests.at(-1)?.basedOn) throw failureOf('stale', { revision: 'r2' });
      return {};
    });
    await rename(tab, 'Green tea');
    await write(tab, 'To the same chat');
    await tab.outbox.addMessage({ input: { prompt: 'Elsewhere' }, thread: 'new', draft: '' });
    browser.network(true);
    await vi.waitFor(() => expect(tab.outbox.waiting$.value).toHaveLength(2));
    expect(prompts(browser)).toEqual(['Elsewhere']);
    expect(tab.outbox.waiting$.value[0]).toMatchObject({
      state: 'refused',
      reason: 'It was renamed elsewhere in the meantime, to “Coffee”.',
    });
    const titleOnScreens = () =>
      tab.host.eventsSeen.findLast(
        ({ event, payload }) => event === chatRenamed.name && (payload as { chatId: string }).chatId === chatId,
      )?.payload;
    await vi.waitFor(() => expect(titleOnScreens()).toEqual({ chatId, title: 'Coffee' }));
    expect((await tab.client.call(calls.chat.focusChat, { chatId })).chat.title).toBe('Coffee');
    await tab.queue.retry(tab.outbox.waiting$.value[0]!.id);
    await empty(tab);
    expect(prompts(browser)).toEqual(['Elsewhere', 'To the same chat']);
  });

  test('says what a collection, the collections of a chat and a memory are now', async () => {
    const memory = { _id: 'a'.repeat(24), memory: 'I drink tea.', revision: 'r1' };
    const look = { icon: 'heart', color: 'green' } as const;
    const tag = { _id: 'b'.repeat(24), name: 'Work', ...look, lastUpdate: '2026-01-01T00:00:00.000Z', revision: 'r1' };
    const { browser, tab, service } = await offline((earlier) => {
      earlier.answer(calls.memories.listMemories, () => ({ memories: [memory] }));
      earlier.answer(calls.tags.listTags, () => ({ tags: [tag] }));
    });
    await tab.client.call(calls.memories.editMemory, { memoryId: memory._id, memory: 'No tea.' }, { basedOn: 'r1' });
    await tab.client.call(calls.tags.createEditTag, { tagId: tag._id, name: 'Home' }, { basedOn: 'r1' });
    await tab.client.call(calls.chat.editChat, { chatId, tags: [] }, { basedOn: 'r1' });
    const stale = () => {
      throw failureOf('stale', { revision: 'r2' });
    };
    service.answer(calls.memories.editMemory, stale);
    service.answer(calls.tags.createEditTag, stale);
    service.answer(calls.chat.editChat, stale);
    service.answer(calls.memories.listMemories, () => ({ memories: [{ ...memory, memory: 'I drink cocoa.' }] }));
    service.answer(calls.tags.listTags, () => ({ tags: [{ ...tag, name: 'Garden' }] }));
    service.answer(calls.chat.focusChat, () => ({ chat: chatOf({ tags: [tag, { ...tag, name: 'Trips' }] }) }));
    browser.network(true);
    await vi.waitFor(() =>
      expect(tab.outbox.waiting$.value.map(({ reason }) => reason)).toEqual([
        'It was changed elsewhere in the meantime, to “I drink cocoa.”.',
        'It was changed elsewhere in the meantime. Its name is “Garden” now.',
        'Its collections were changed elsewhere in the meantime. It is in “Work” and “Trips” now.',
      ]),
    );
  });

  test('of a deleted chat keeps what was typed', async () => {
    const { browser, tab, service } = await offline();
    service.answer(calls.chat.streamReply, () => {
      throw failureOf('unknown-chat');
    });
    await write(tab, 'What was typed');
    browser.network(true);
    await vi.waitFor(() => expect(tab.outbox.waiting$.value[0]?.state).toBe('refused'));
    expect(tab.outbox.waiting$.value).toMatchObject([
      {
        reason: 'This chat was deleted in the meantime.',
        message: { text: 'What was typed', draft: 'What was typed' },
      },
    ]);
    expect(await tab.outbox.cancel(tab.outbox.waiting$.value[0]!.id)).toBe(true);
  });
});

describe('a person', () => {
  test('never sees nor sends the queue of another user, who finds it again', async () => {
    const { browser, tab } = await offline();
    await write(tab, 'Of Ada');
    const other = testUser({ _id: 'e'.repeat(24) });
    browser.state.user = other;
    browser.state.up = true;
    const theirs = await browser.openTab();
    await theirs.client.call(calls.session.getUser, {});
    expect(theirs.outbox.waiting$.value).toEqual([]);
    expect(sent(browser)).toEqual([]);
    browser.state.user = testUser();
    const back = await browser.openTab();
    await vi.waitFor(() => expect(prompts(browser)).toEqual(['Of Ada']));
    await empty(back);
  });

  test('a user who logs out is warned about unsent changes, may stay, and leaves nothing behind', async () => {
    const { browser, tab, service } = await offline();
    service.answer(calls.auth.logout, () => ({}));
    service.answer(calls.chat.renameChat, () => {
      throw failureOf('unknown-chat');
    });
    await rename(tab, 'Green tea');
    browser.network(true);
    await vi.waitFor(() => expect(tab.outbox.waiting$.value[0]?.state).toBe('refused'));
    tab.host.confirmAnswer = false;
    await expect(tab.client.call(calls.auth.logout, {})).rejects.toMatchObject({ msg: 'You’re still logged in.' });
    expect(tab.host.dialogsOpened).toMatchObject([{ props: { message: expect.stringContaining('you lose it') } }]);
    tab.host.confirmAnswer = true;
    await tab.client.call(calls.auth.logout, {});
    await empty(tab);
  });
});
