import * as calls from '@atrium/shared-kernel/contracts/calls';
import type { Chat } from '@atrium/shared-kernel/contracts/entities/chat';
import { testUser } from '@atrium/shared-kernel/testing/fake-host';
import { expectWholePage } from '@atrium/shared-kernel/testing/setup';
import { Failure, failureOf } from '@atrium/shared-kernel/testing/fake-service';
import { beforeEach, expect, test, vi } from 'vitest';
import { chatId, chatOf, createBrowser, messageOf } from '../testing/offline-page.ts';
import { stubIndexedDb } from '../testing/indexed-db.ts';
import { copyLimits, createCopies } from './copies.ts';
import { createOfflineDatabase } from './database.ts';

beforeEach(stubIndexedDb);
// The offline features live as long as their page.
expectWholePage();

const person = testUser()._id;
const idOf = (index: number) => index.toString(16).padStart(24, '0');
const copiesNow = () => createCopies(createOfflineDatabase());
const list = () => copiesNow().read(person, calls.chat.listChats, {});
const thread = (id = chatId) => copiesNow().read(person, calls.chat.getChat, { chatId: id, part: 'end' });
const settled = (read: () => Promise<unknown>) => vi.waitFor(async () => expect(await read()).toBeDefined());

const answerAll = ({ service }: ReturnType<typeof createBrowser>) => {
  service.answer(calls.chat.listChats, ({ only }) => ({ chats: only ? [] : [chatOf()] }));
  service.answer(calls.chat.getChat, () => ({ chat: chatOf(), messages: [messageOf(1)] }));
  service.answer(calls.tags.listTags, () => ({ tags: [] }));
  service.answer(calls.agents.listAgents, () => ({ flows: [] }));
  service.answer(calls.memories.listMemories, () => ({ memories: [{ _id: idOf(9), memory: 'No sugar.' }] }));
};

test('what was read is read again after a reload without a network, the person included', async () => {
  const browser = createBrowser();
  answerAll(browser);
  const first = await browser.openTab();
  const read = async ({ client }: Pick<typeof first, 'client'>) => [
    await client.call(calls.chat.listChats, {}),
    await client.call(calls.chat.getChat, { chatId, part: 'end' }),
    await client.call(calls.tags.listTags, {}),
    await client.call(calls.agents.listAgents, {}),
    await client.call(calls.memories.listMemories, {}),
  ];
  const before = await read(first);
  await settled(list);
  await settled(() => copiesNow().read(person, calls.memories.listMemories, {}));

  browser.network(false);
  const again = await browser.openTab();
  expect(again.session.user$.value?._id).toBe(person);
  expect(await read(again)).toEqual(before);
});

test('a page that has not detected the network state yet waits for it, and shows copies then', async () => {
  const browser = createBrowser();
  answerAll(browser);
  const first = await browser.openTab();
  await first.client.call(calls.chat.listChats, {});
  await settled(list);
  browser.network(false);
  const page = await browser.open({ knows: false });
  const user = page.session.refresh();
  const wanted = vi.fn<() => void>();
  page.early.unanswered$.subscribe(wanted);
  const chats = page.client.call(calls.chat.listChats, {});
  await vi.waitFor(() => expect(wanted).toHaveBeenCalled());
  page.start();
  expect((await user)?._id).toBe(person);
  expect((await chats).chats).toEqual([chatOf()]);
});

test('answers of the first screen are copied once there is what copies them', async () => {
  const browser = createBrowser();
  answerAll(browser);
  const page = await browser.open();
  await page.session.refresh();
  await page.client.call(calls.chat.listChats, {});
  page.start();
  await settled(list);
  expect(page.early.answers).toEqual([]);
});

test('a question that fails while the service can be reached fails as it does', async () => {
  const browser = createBrowser();
  answerAll(browser);
  const tab = await browser.openTab();
  await tab.client.call(calls.chat.listChats, {});
  await settled(list);
  browser.service.answer(calls.chat.listChats, () => {
    throw new Failure(503, 'Busy.');
  });
  await expect(tab.client.call(calls.chat.listChats, {})).rejects.toMatchObject({ status: 503, msg: 'Busy.' });
});

test('what was never read fails with the words of the network', async () => {
  const browser = createBrowser();
  const tab = await browser.openTab();
  browser.network(false);
  await expect(tab.client.call(calls.chat.listChats, {})).rejects.toMatchObject({ msg: 'Error getting from api.' });
});

test('secure chats are never copied, and one that becomes secure goes', async () => {
  const copies = copiesNow();
  const secure = chatOf({ _id: idOf(1), secure: true, title: 'Secret' });
  await copies.write(person, calls.chat.listChats, {}, { chats: [secure, chatOf()] });
  await copies.write(person, calls.chat.getChat, { chatId: secure._id }, { chat: secure, messages: [messageOf(1)] });
  await copies.write(person, calls.chat.getChat, { chatId }, { chat: chatOf(), messages: [messageOf(1)] });
  expect(await list()).toEqual({ chats: [chatOf()] });
  expect(await thread(secure._id)).toBeUndefined();
  await copies.write(person, calls.chat.focusChat, { chatId }, { chat: chatOf({ secure: true }) });
  expect([await list(), await thread()]).toEqual([{ chats: [] }, undefined]);
});

test('temporary chats are never copied', async () => {
  const chat = chatOf({ _id: idOf(2), temporary: true });
  await copiesNow().write(person, calls.chat.getChat, { chatId: chat._id }, { chat, messages: [messageOf(1)] });
  expect(await thread(chat._id)).toBeUndefined();
});

test('another person never sees it: copies go when somebody logs out, and when somebody else is signed in', async () => {
  const browser = createBrowser();
  answerAll(browser);
  const tab = await browser.openTab();
  await tab.client.call(calls.chat.listChats, {});
  await settled(list);
  browser.state.user = undefined;
  await tab.session.refresh();
  await vi.waitFor(async () => expect(await list()).toBeUndefined());

  browser.state.user = testUser();
  const back = await browser.openTab();
  await back.client.call(calls.chat.listChats, {});
  await settled(list);
  browser.state.user = testUser({ _id: idOf(7) });
  const other = await browser.openTab();
  await vi.waitFor(async () => expect(await list()).toBeUndefined());
  browser.network(false);
  await expect(other.client.call(calls.chat.listChats, {})).rejects.toMatchObject({ status: 0 });
});

test('a list without a former chat drops it; pages are joined', async () => {
  const copies = copiesNow();
  const chats = Array.from({ length: 14 }, (_, index) =>
    chatOf({ _id: idOf(index), lastUpdate: new Date(Date.UTC(2026, 1, 28 - index)).toISOString() }),
  );
  const [page, older] = [chats.slice(0, 10), chats.slice(10)];
  await copies.write(person, calls.chat.listChats, {}, { chats: page });
  const lastUpdateTimestamp = page.at(-1)!.lastUpdate;
  await copies.write(person, calls.chat.listChats, { lastUpdateTimestamp }, { chats: older });
  expect(await list()).toEqual({ chats });
  expect(await copies.read(person, calls.chat.listChats, { lastUpdateTimestamp })).toEqual({ chats: older });
  await copies.write(person, calls.chat.listChats, {}, { chats: [...page.slice(1), older[0]!] });
  expect(await list()).toEqual({ chats: chats.slice(1) });
});

test('the messages of a chat that a list no longer has are not shown until another list has it', async () => {
  const copies = copiesNow();
  const writeList = (chats: readonly Chat[], only?: 'pinned') =>
    copies.write(person, calls.chat.listChats, only ? { only } : {}, { chats });
  const [deleted, pinned] = [chatOf({ _id: idOf(1) }), chatOf({ _id: idOf(2) })];
  await writeList([deleted, pinned]);
  for (const chat of [deleted, pinned])
    await copies.write(
      person,
      calls.chat.getChat,
      { chatId: chat._id, part: 'end' },
      { chat, messages: [messageOf(1)] },
    );
  await writeList([]);
  expect([await thread(deleted._id), await thread(pinned._id)]).toEqual([undefined, undefined]);
  await writeList([{ ...pinned, pinned: '2026-02-01T00:00:00.000Z' }], 'pinned');
  expect(await thread(pinned._id)).toMatchObject({ messages: [messageOf(1)] });
  await writeList([]);
  expect([await thread(deleted._id), await thread(pinned._id)]).toMatchObject([undefined, {}]);
});

/** A page that has read a pinned chat, which then is in none of the lists that it reads. */
const unlisted = async (focus: () => { chat: Chat }) => {
  const browser = createBrowser();
  const { service } = browser;
  const pinned = chatOf({ pinned: '2026-02-01T00:00:00.000Z' });
  const newer = Array.from({ length: 10 }, (_, index) =>
    chatOf({ _id: idOf(index), lastUpdate: '2026-02-01T00:00:00.000Z' }),
  );
  const lists = { all: newer, pinned: [pinned] };
  service.answer(calls.chat.listChats, ({ only }) => ({ chats: only === 'pinned' ? lists.pinned : lists.all }));
  service.answer(calls.chat.getChat, () => ({ chat: pinned, messages: [messageOf(1)] }));
  service.answer(calls.chat.focusChat, focus);
  const { client } = await browser.openTab();
  const asked = () => service.requests.filter(({ call }) => call === 'chat.focusChat').length;
  const readLists = async () => {
    await client.call(calls.chat.listChats, { only: 'pinned' });
    await client.call(calls.chat.listChats, {});
  };
  await readLists();
  await client.call(calls.chat.getChat, { chatId, part: 'end' });
  await settled(thread);
  lists.pinned = [];
  await readLists();
  await vi.waitFor(() => expect(asked()).toBeGreaterThan(0));
  return { asked, readLists };
};

test.each([
  ['unpinned', {}],
  ['archived', { archived: '2026-02-02T00:00:00.000Z' }],
])('the messages of a chat that was %s elsewhere stay, also where no list that is read has it', async (_, change) => {
  const { asked, readLists } = await unlisted(() => ({ chat: chatOf(change) }));
  await settled(thread);
  await readLists();
  await readLists();
  expect(await thread()).toMatchObject({ messages: [messageOf(1)] });
  expect(asked()).toBe(1);
});

test('the messages of a chat that was deleted elsewhere are deleted here', async () => {
  const { asked, readLists } = await unlisted(() => {
    throw failureOf('unknown-chat');
  });
  await vi.waitFor(async () => expect(await copiesNow().missing(person)).toEqual([]));
  await readLists();
  expect(asked()).toBe(1);
  // Its title is copied again, but its messages are not there.
  await copiesNow().write(person, calls.chat.focusChat, { chatId }, { chat: chatOf() });
  expect(await thread()).toBeUndefined();
});

test('whether a chat that no list has was deleted is asked again after a failure', async () => {
  let fails = true;
  const { readLists } = await unlisted(() => {
    if (fails) throw new Failure(500, {});
    return { chat: chatOf() };
  });
  expect(await thread()).toBeUndefined();
  fails = false;
  await readLists();
  await settled(thread);
});

test('the messages of a chat that was missing in a list are shown again once it is read', async () => {
  const copies = copiesNow();
  const read = () =>
    copies.write(person, calls.chat.getChat, { chatId, part: 'end' }, { chat: chatOf(), messages: [messageOf(1)] });
  await copies.write(person, calls.chat.listChats, {}, { chats: [chatOf()] });
  await read();
  await copies.write(person, calls.chat.listChats, {}, { chats: [] });
  await read();
  expect(await thread()).toBeDefined();
});

test('of a long chat the newest messages are available, with the number of missing ones; a request for all of it gets none', async () => {
  const copies = copiesNow();
  const messages = Array.from({ length: 100 }, (_, index) => messageOf(index));
  await copies.write(
    person,
    calls.chat.getChat,
    { chatId, part: 'end' },
    { chat: chatOf(), messages: messages.slice(90), earlier: 90 },
  );
  await copies.write(
    person,
    calls.chat.getChat,
    { chatId, before: messages[90]!._id },
    { messages: messages.slice(0, 90) },
  );
  const earlier = messages.length - copyLimits.messages;
  expect(await thread()).toMatchObject({ messages: messages.slice(earlier), earlier });
  expect(await copies.read(person, calls.chat.getChat, { chatId })).toBeUndefined();
  const next = messageOf(200);
  await copies.write(
    person,
    calls.chat.getChat,
    { chatId, part: 'end' },
    { chat: chatOf(), messages: [messages[99]!, next], earlier: 99 },
  );
  expect(await thread()).toMatchObject({ messages: [...messages.slice(earlier + 1), next], earlier: earlier + 1 });
});

test('a page of a chat that is read again replaces what is copied of it, and nothing else', async () => {
  const copies = copiesNow();
  const all = Array.from({ length: 60 }, (_, index) => messageOf(index));
  const write = (before: number | undefined, messages: typeof all, earlier: number) =>
    copies.write(
      person,
      calls.chat.getChat,
      { chatId, ...(before === undefined ? { part: 'end' as const } : { before: all[before]!._id }) },
      { ...(before === undefined ? { chat: chatOf() } : {}), messages, earlier: earlier || undefined },
    );
  await write(undefined, all.slice(20), 20);
  const changed = all.map((message) => ({ ...message, content: `${message.content}, now otherwise` }));
  await write(50, changed.slice(40, 50), 40);
  const inside = [...all.slice(20, 40), ...changed.slice(40, 50), ...all.slice(50)];
  expect(await thread()).toMatchObject({ messages: inside, earlier: 20 });
  await write(30, changed.slice(10, 30), 10);
  const atItsStart = [...changed.slice(10, 30), ...inside.slice(10)];
  expect(await thread()).toMatchObject({ messages: atItsStart, earlier: 10 });
  // One of its messages is gone, and the page begins earlier than what is copied.
  await write(30, [...changed.slice(0, 20), ...changed.slice(21, 30)], 0);
  const now = await thread();
  expect(now?.messages.map(({ _id }) => _id)).toEqual(all.filter((_, index) => index !== 20).map(({ _id }) => _id));
  expect(now?.earlier).toBeUndefined();
});

test('parts of a long chat before its copied part do not read that part', async () => {
  const copies = copiesNow();
  const all = Array.from({ length: 200 }, (_, index) => messageOf(index));
  const write = (from: number, to: number) => {
    const input = to === all.length ? { chatId, part: 'end' as const } : { chatId, before: all[to]!._id };
    return copies.write(person, calls.chat.getChat, input, {
      ...(to === all.length ? { chat: chatOf() } : {}),
      messages: all.slice(from, to),
      earlier: from || undefined,
    });
  };
  await write(180, 200);
  await write(100, 180);
  const read = vi.spyOn(IDBObjectStore.prototype, 'get');
  await write(0, 100);
  expect(read.mock.calls.filter(([key]) => Array.isArray(key) && key[1] === 'thread')).toEqual([]);
  read.mockRestore();
  const earlier = all.length - copyLimits.messages;
  expect(await thread()).toMatchObject({ messages: all.slice(earlier), earlier });
});

test('a page of chats that are older than all that may be copied costs no reading of these', async () => {
  const copies = copiesNow();
  const at = (index: number) => new Date(Date.UTC(2026, 0, 1) - index * 60_000).toISOString();
  const page = (from: number, count: number) =>
    Array.from({ length: count }, (_, one) => chatOf({ _id: idOf(from + one + 1), lastUpdate: at(from + one) }));
  const write = (from: number, count: number) =>
    copies.write(
      person,
      calls.chat.listChats,
      { lastUpdateTimestamp: from === 0 ? undefined : at(from - 1) },
      { chats: page(from, count) },
    );
  await write(0, copyLimits.chats);
  await write(copyLimits.chats, 10);
  const read = vi.spyOn(IDBObjectStore.prototype, 'getAll');
  await write(copyLimits.chats + 10, 10);
  expect(read).not.toHaveBeenCalled();
  // An even newer one replaces the oldest.
  const newest = chatOf({ lastUpdate: at(-1) });
  await copies.write(person, calls.chat.focusChat, { chatId }, { chat: newest });
  await copies.write(person, calls.chat.listChats, {}, { chats: [newest, ...page(0, 9)] });
  expect(read).toHaveBeenCalled();
  read.mockRestore();
  const known = (await list())?.chats ?? [];
  expect([known.length, known[0]?._id, known.at(-1)?.lastUpdate]).toEqual([
    copyLimits.chats,
    chatId,
    at(copyLimits.chats - 2),
  ]);
});

test('the least recently read chats are removed first', async () => {
  const copies = copiesNow();
  vi.useFakeTimers({ toFake: ['Date'] });
  for (let index = 0; index <= copyLimits.threads; index += 1) {
    vi.setSystemTime(index * 1000);
    const chat = chatOf({ _id: idOf(index) });
    await copies.write(person, calls.chat.getChat, { chatId: chat._id }, { chat, messages: [messageOf(index)] });
  }
  vi.useRealTimers();
  expect(await thread(idOf(0))).toBeUndefined();
  expect(await thread(idOf(1))).toBeDefined();
  expect(await thread(idOf(copyLimits.threads))).toBeDefined();
});

test('a huge message is not copied, and costs no other', async () => {
  const copies = copiesNow();
  const huge = messageOf(1, { content: 'x'.repeat(copyLimits.thread + 1) });
  await copies.write(person, calls.chat.getChat, { chatId }, { chat: chatOf(), messages: [huge, messageOf(2)] });
  expect(await thread()).toMatchObject({ messages: [messageOf(2)], earlier: 1 });
});

test('a copy in another format is ignored', async () => {
  const database = createOfflineDatabase();
  await database.use((db) =>
    db.put('copies', { person, kind: 'answer', id: 'memories.listMemories', data: { old: 1 } }),
  );
  expect(await createCopies(database).read(person, calls.memories.listMemories, {})).toBeUndefined();
});

test.each([
  [
    'denied',
    {
      open: () => {
        throw new DOMException('Denied', 'SecurityError');
      },
    },
  ],
  ['absent', undefined],
])('a database that is %s costs nothing but what it is for', async (_, factory) => {
  vi.stubGlobal('indexedDB', factory);
  const browser = createBrowser();
  answerAll(browser);
  const tab = await browser.openTab();
  expect((await tab.client.call(calls.chat.listChats, {})).chats).toEqual([chatOf()]);
  browser.network(false);
  await expect(tab.client.call(calls.chat.listChats, {})).rejects.toMatchObject({ msg: 'Error getting from api.' });
  await expect(tab.client.call(calls.chat.renameChat, { chatId, title: 'X' })).rejects.toMatchObject({
    msg: 'Error posting to api.',
  });
});

test('a chat that is deleted is deleted here', async () => {
  const browser = createBrowser();
  answerAll(browser);
  browser.service.answer(calls.chat.clearChat, () => ({}));
  const tab = await browser.openTab();
  await tab.client.call(calls.chat.getChat, { chatId, part: 'end' });
  await settled(thread);
  await tab.client.call(calls.chat.clearChat, { chatId });
  await vi.waitFor(async () => expect(await thread()).toBeUndefined());
});
