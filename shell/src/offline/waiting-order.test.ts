import * as calls from '@atrium/shared-kernel/contracts/calls';
import type { Tag } from '@atrium/shared-kernel/contracts/entities/chat';
import { failureOf } from '@atrium/shared-kernel/testing/fake-service';
import { expectWholePage } from '@atrium/shared-kernel/testing/setup';
import { firstValueFrom } from 'rxjs';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { stubIndexedDb } from '../testing/indexed-db.ts';
import { chatId, chatOf, createBrowser } from '../testing/offline-page.ts';

beforeEach(stubIndexedDb);
// The offline features live as long as their page.
expectWholePage();

const tagA: Tag = {
  _id: 'a'.repeat(24),
  name: 'Work',
  icon: 'heart',
  color: 'green',
  lastUpdate: '2026-01-01T00:00:00.000Z',
};

/**
 * A browser whose tab has read its chat, which is in the collections `first`, and its collection, and is now offline.
 * The service refuses collections that it doesn't know, and changes of the chat's collections that are based on others
 * than it is in.
 */
const offline = async (...first: string[]) => {
  const browser = createBrowser();
  const { service } = browser;
  const known = new Set([tagA._id]);
  const inTags = new Set(first);
  const revision = () => `in ${[...inTags].toSorted().join()}`;
  const read = revision();
  const current = () =>
    chatOf({ tags: [...inTags].map((_id) => ({ ...tagA, _id })), revisions: { title: 'r1', tags: revision() } });
  service.answer(calls.chat.listChats, ({ only }) => ({ chats: only ? [] : [current()] }));
  service.answer(calls.chat.focusChat, () => ({ chat: current() }));
  service.answer(calls.tags.listTags, () => ({ tags: [tagA] }));
  service.answer(calls.memories.listMemories, () => ({ memories: [] }));
  service.answer(calls.chat.editChat, ({ tags }) => {
    const { basedOn } = service.requests.at(-1)!;
    if (basedOn !== undefined && basedOn !== `"${revision()}"`) throw failureOf('stale', { revision: revision() });
    if (tags.some((id) => !known.has(id))) throw failureOf('unknown-tag');
    inTags.clear();
    for (const id of tags) inTags.add(id);
    return {};
  });
  service.answer(calls.tags.removeFromChat, ({ tagId }) => {
    inTags.delete(tagId);
    return {};
  });
  service.answer(calls.tags.createEditTag, ({ tagId, newTagId, name = '', chatId: added, deleted }) => {
    const id = tagId ?? newTagId!;
    if (deleted) {
      known.delete(id);
      inTags.delete(id);
      return {};
    }
    known.add(id);
    if (added === chatId) inTags.add(id);
    return { tag: { ...tagA, _id: id, name } };
  });
  const tab = await browser.openTab();
  await tab.client.call(calls.chat.listChats, {});
  await tab.client.call(calls.chat.listChats, { only: 'pinned' });
  await tab.client.call(calls.tags.listTags, {});
  await tab.client.call(calls.memories.listMemories, {});
  browser.network(false);
  await vi.waitFor(async () => expect((await tab.client.call(calls.chat.listChats, {})).chats).toHaveLength(1));
  await vi.waitFor(() => tab.client.call(calls.chat.listChats, { only: 'pinned' }));
  await vi.waitFor(async () => expect((await tab.client.call(calls.tags.listTags, {})).tags).toEqual([tagA]));
  await vi.waitFor(async () => expect((await tab.client.call(calls.memories.listMemories, {})).memories).toEqual([]));
  /** Changes the collections of the chat. It is based on what was read before the network was lost. */
  const collect = (...tags: string[]) => tab.client.call(calls.chat.editChat, { chatId, tags }, { basedOn: read });
  const create = async (input: object = {}) =>
    (await tab.client.call(calls.tags.createEditTag, { name: 'Trips', ...input })).tag!._id;
  /** Resolves once the service has done all that waits. */
  const deliver = async () => {
    browser.network(true);
    await vi.waitFor(() => expect(tab.outbox.waiting$.value).toEqual([]));
  };
  return { browser, service, tab, inTags, collect, create, deliver };
};

describe('a change that waits', () => {
  test('of the collections of a chat is sent after the creation of one that it names', async () => {
    const { inTags, collect, create, deliver } = await offline();
    await collect(tagA._id);
    const tagX = await create();
    await collect(tagA._id, tagX);
    await deliver();
    expect([...inTags]).toEqual([tagA._id, tagX]);
  });

  test('of the collections of a chat is sent after what was taken out in between', async () => {
    const { tab, inTags, collect, deliver } = await offline();
    await collect(tagA._id);
    await tab.client.call(calls.tags.removeFromChat, { chatId, tagId: tagA._id });
    await collect(tagA._id);
    await deliver();
    expect([...inTags]).toEqual([tagA._id]);
  });

  test('creates a collection that was used and then deleted, so that nothing that names it is refused', async () => {
    const { tab, inTags, collect, create, deliver } = await offline();
    const tagX = await create();
    await collect(tagA._id, tagX);
    await tab.client.call(calls.tags.createEditTag, { tagId: tagX, deleted: true });
    await deliver();
    expect([...inTags]).toEqual([tagA._id]);
  });
});

describe('a collection that was created for a chat', () => {
  test('still has the chat after it was renamed', async () => {
    const { tab, inTags, create, deliver } = await offline();
    const tagId = await create({ chatId });
    // As its dialog says it.
    await tab.client.call(calls.tags.createEditTag, { tagId, name: 'Travel', chatId: undefined });
    expect(tab.outbox.waiting$.value).toMatchObject([{ words: 'Create the collection “Travel”' }]);
    await deliver();
    expect([...inTags]).toEqual([tagId]);
  });
});

describe('a list', () => {
  test('has the chats that are in it after what waits, and no others', async () => {
    const { tab, collect } = await offline(tagA._id);
    const count = async (input: object) => (await tab.client.call(calls.chat.listChats, input)).chats.length;
    const inTag = { tagId: tagA._id };
    expect(await count(inTag)).toBe(1);
    await collect();
    expect(await count(inTag)).toBe(0);
    await collect(tagA._id);
    expect(await count(inTag)).toBe(1);
    await tab.client.call(calls.chat.pinChat, { chatId, pinned: true });
    expect([await count({}), await count({ only: 'pinned' })]).toEqual([0, 1]);
    await tab.client.call(calls.chat.pinChat, { chatId, pinned: false });
    expect([await count({}), await count({ only: 'pinned' })]).toEqual([1, 0]);
  });
});

describe('a change of the collections of a chat', () => {
  test('does not conflict with the own creation of a collection that has the chat from its start', async () => {
    const { inTags, collect, create, deliver } = await offline();
    const tagX = await create({ chatId });
    await collect(tagA._id, tagX);
    await deliver();
    expect([...inTags]).toEqual([tagA._id, tagX]);
  });

  test('does not conflict with what the chat was taken out of before', async () => {
    const { tab, inTags, collect, create, deliver } = await offline(tagA._id);
    await tab.client.call(calls.tags.removeFromChat, { chatId, tagId: tagA._id });
    const tagX = await create();
    await collect(tagX);
    await deliver();
    expect([...inTags]).toEqual([tagX]);
  });

  test('does not conflict with the own deletion of a collection that had the chat', async () => {
    const { tab, inTags, collect, create, deliver } = await offline(tagA._id);
    await tab.client.call(calls.tags.createEditTag, { tagId: tagA._id, deleted: true });
    const tagX = await create();
    await collect(tagX);
    await deliver();
    expect([...inTags]).toEqual([tagX]);
  });

  test('conflicts with what was changed elsewhere, whatever happened to other chats', async () => {
    const { browser, tab, inTags, collect, create } = await offline();
    await create({ chatId: 'e'.repeat(24) });
    await collect(tagA._id);
    inTags.clear();
    inTags.add('f'.repeat(24));
    browser.network(true);
    await vi.waitFor(() => expect(tab.outbox.waiting$.value).toMatchObject([{ state: 'refused' }]));
  });
});

describe('a change of a chat', () => {
  const otherId = 'e'.repeat(24);

  test('is sent before earlier messages of other chats, in the order of its own chat', async () => {
    const { browser, service, tab } = await offline();
    const asked: string[] = [];
    const reply = Promise.withResolvers<void>();
    service.answer(calls.chat.pinChat, ({ pinned }) => {
      asked.push(pinned ? 'pin' : 'unpin');
      return { chat: chatOf() };
    });
    service.answer(calls.chat.renameChat, () => {
      asked.push('rename');
      return {};
    });
    service.answer(calls.chat.streamReply, async function* answerSlowly({ prompt, id }) {
      asked.push(prompt);
      yield { type: 'chatId' as const, seq: 1, chatId: id ?? otherId };
      yield { type: 'id' as const, seq: 2, id: '1'.repeat(24) };
      await reply.promise;
      yield { type: 'end' as const, seq: 3, outcome: 'complete' as const };
    });
    const send = (prompt: string, id: string | undefined) =>
      tab.outbox.addMessage({
        input: { prompt, ...(id ? { id } : {}) },
        thread: `thread of ${id ?? 'none'}`,
        draft: '',
      });
    await send('new', undefined);
    await send('other 1', otherId);
    await send('other 2', otherId);
    await tab.client.call(calls.chat.pinChat, { chatId, pinned: true });
    await tab.client.call(calls.chat.renameChat, { chatId, title: 'Green tea' });
    await send('own', chatId);
    await tab.client.call(calls.chat.pinChat, { chatId, pinned: false });
    browser.network(true);
    await vi.waitFor(() => expect(asked).toEqual(['pin', 'rename', 'new', 'other 1']));
    reply.resolve();
    await vi.waitFor(() => expect(tab.outbox.waiting$.value).toEqual([]));
    expect(asked).toEqual(['pin', 'rename', 'new', 'other 1', 'other 2', 'own', 'unpin']);
  });
});

describe('a change that is made while earlier ones of the same thing are still being sent', () => {
  test('is sent after them, and is answered at once', async () => {
    const { browser, service, tab } = await offline();
    const first = Promise.withResolvers<object>();
    const pins: boolean[] = [];
    service.answer(calls.chat.renameChat, () => first.promise);
    service.answer(calls.chat.pinChat, ({ pinned }) => {
      pins.push(pinned);
      return { chat: chatOf() };
    });
    await tab.client.call(calls.chat.renameChat, { chatId, title: 'Green tea' });
    await tab.client.call(calls.chat.pinChat, { chatId, pinned: true });
    await tab.outbox.addMessage({ input: { prompt: 'Hello', id: chatId }, thread: 'thread', draft: '' });
    browser.network(true);
    await vi.waitFor(() => expect(tab.outbox.waiting$.value[0]).toMatchObject({ state: 'sending' }));
    const { chat } = await tab.client.call(calls.chat.pinChat, { chatId, pinned: false });
    expect(chat).toMatchObject({ title: 'Green tea' });
    expect(chat.pinned).toBeUndefined();
    expect(pins).toEqual([]);
    service.answer(calls.chat.streamReply, () => [
      { type: 'chatId' as const, seq: 1, chatId },
      { type: 'id' as const, seq: 2, id: '1'.repeat(24) },
      { type: 'end' as const, seq: 3, outcome: 'complete' as const },
    ]);
    first.resolve({});
    await vi.waitFor(() => expect(tab.outbox.waiting$.value).toEqual([]));
    expect(pins).toEqual([true, false]);
  });

  test('deletes a memory that is still being added', async () => {
    const { browser, service, tab, deliver } = await offline();
    const added = Promise.withResolvers<object>();
    const asked: string[] = [];
    service.answer(calls.memories.addMemory, async ({ memory, memoryId = '' }) => {
      await added.promise;
      asked.push('added');
      return { memory: { _id: memoryId, memory } };
    });
    service.answer(calls.memories.deleteMemory, () => {
      asked.push('deleted');
      return {};
    });
    const { memory } = await tab.client.call(calls.memories.addMemory, { memory: 'Likes tea.' });
    browser.network(true);
    await vi.waitFor(() => expect(tab.outbox.waiting$.value[0]).toMatchObject({ state: 'sending' }));
    await tab.client.call(calls.memories.deleteMemory, { memoryId: memory._id });
    added.resolve({});
    await deliver();
    expect(asked).toEqual(['added', 'deleted']);
  });

  test('goes at once if all that waits concerns something else, or was refused', async () => {
    const { browser, service, tab } = await offline();
    service.answer(calls.chat.renameChat, () => {
      throw failureOf('unknown-chat');
    });
    const added = Promise.withResolvers<object>();
    service.answer(calls.memories.addMemory, async ({ memory, memoryId = '' }) => {
      await added.promise;
      return { memory: { _id: memoryId, memory } };
    });
    service.answer(calls.chat.pinChat, () => ({ chat: chatOf({ title: 'From the service' }) }));
    await tab.client.call(calls.chat.renameChat, { chatId, title: 'Green tea' });
    await tab.client.call(calls.memories.addMemory, { memory: 'Likes tea.' });
    browser.network(true);
    await vi.waitFor(() => expect(tab.outbox.waiting$.value.map(({ state }) => state)).toEqual(['refused', 'sending']));
    const { chat } = await tab.client.call(calls.chat.pinChat, { chatId, pinned: false });
    expect(chat.title).toBe('From the service');
    added.resolve({});
  });
});

describe('a message that is taken back', () => {
  const newChat = 'd'.repeat(24);
  /** Two messages of a new chat that wait, as tab and other show them. */
  const withTwo = async () => {
    const { browser, service, tab, deliver } = await offline();
    service.answer(calls.chat.nameChat, () => ({ chat: chatOf({ _id: newChat }) }));
    service.answer(calls.chat.streamReply, ({ id = newChat }) => [
      { type: 'chatId' as const, seq: 1, chatId: id },
      { type: 'id' as const, seq: 2, id: '1'.repeat(24) },
      { type: 'end' as const, seq: 3, outcome: 'complete' as const },
    ]);
    const other = await browser.openTab();
    for (const prompt of ['One', 'Two']) {
      const input = { prompt, flowId: 'f'.repeat(24) };
      await tab.outbox.addMessage({ input, thread: 'thread', draft: prompt });
    }
    await vi.waitFor(() => expect(other.queue.items$.value).toHaveLength(2));
    const sent = () =>
      service.requests.filter(({ call }) => call === calls.chat.streamReply.name).map(({ input }) => input);
    return { tab, other, deliver, sent, two: tab.queue.items$.value[1]! };
  };

  test('twice, in one tab or in two, is taken back once', async () => {
    const { tab, other, two } = await withTwo();
    const results = await Promise.all([tab, tab, other].map(({ outbox }) => outbox.cancel(two.id)));
    expect(results.filter(Boolean)).toHaveLength(1);
  });

  test.each(['tab', 'other'] as const)(
    'and restored by %s goes to the chat that was created in between',
    async (name) => {
      const page = await withTwo();
      const { tab, two, deliver, sent } = page;
      const { queue } = page[name];
      await queue.cancel(two.id);
      await vi.waitFor(() => expect(tab.queue.items$.value).toHaveLength(1));
      const announced = firstValueFrom(queue.chatCreated$);
      await deliver();
      await announced;
      await queue.restore(two);
      // The tab that delivers hears of it a moment later if another one restored it.
      await vi.waitFor(() => expect(sent()).toHaveLength(2));
      await deliver();
      expect(sent()).toMatchObject([{ flowId: 'f'.repeat(24) }, { prompt: 'Two', id: newChat }]);
      expect(sent()[1]).not.toHaveProperty('flowId');
    },
  );
});
