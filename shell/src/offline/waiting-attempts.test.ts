import * as calls from '@atrium/shared-kernel/contracts/calls';
import { expectWholePage } from '@atrium/shared-kernel/testing/setup';
import { Failure, failureOf, Unreachable } from '@atrium/shared-kernel/testing/fake-service';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { stubIndexedDb } from '../testing/indexed-db.ts';
import { chatId, chatOf, createBrowser } from '../testing/offline-page.ts';

beforeEach(stubIndexedDb);
// The offline features live as long as their page.
expectWholePage();

/**
 * A browser whose tab has read its chat and is now offline. The service refuses a title that is based on another one
 * than the chat has.
 */
const offline = async () => {
  const browser = createBrowser();
  const { service } = browser;
  let title = 'Tea';
  let losing = false;
  const collections = new Map<string, string>();
  /** What is done before is not answered if the network is lost meanwhile. */
  const answered = <T>(answer: T): T => {
    if (!losing) return answer;
    losing = false;
    browser.network(false);
    throw new Unreachable();
  };
  const current = () => chatOf({ title, revisions: { title, tags: 'r1' } });
  service.answer(calls.chat.listChats, ({ only }) => ({ chats: only ? [] : [current()] }));
  service.answer(calls.chat.focusChat, () => ({ chat: current() }));
  service.answer(calls.tags.listTags, () => ({ tags: [] }));
  service.answer(calls.chat.renameChat, (input) => {
    const { basedOn } = service.requests.at(-1)!;
    if (basedOn !== undefined && basedOn !== `"${title}"`) throw failureOf('stale', { revision: title });
    ({ title } = input);
    return answered({});
  });
  service.answer(calls.tags.createEditTag, ({ tagId, newTagId, name = '', deleted }) => {
    if (deleted) collections.delete(tagId!);
    // A repeated creation answers with what was created.
    else if (tagId !== undefined || !collections.has(newTagId!)) collections.set(tagId ?? newTagId!, name);
    return answered({});
  });
  const tab = await browser.openTab();
  await tab.client.call(calls.chat.listChats, {});
  await tab.client.call(calls.tags.listTags, {});
  browser.network(false);
  await vi.waitFor(async () => expect((await tab.client.call(calls.chat.listChats, {})).chats).toHaveLength(1));
  await vi.waitFor(async () => expect((await tab.client.call(calls.tags.listTags, {})).tags).toEqual([]));
  const rename = (to: string) => tab.client.call(calls.chat.renameChat, { chatId, title: to }, { basedOn: 'Tea' });
  const requestsOf = (call: { name: string }) => service.requests.filter((one) => one.call === call.name).length;
  /** Sends what waits. The service does it, but its answer is lost. */
  const loseAnswer = async () => {
    losing = true;
    browser.network(true);
    await vi.waitFor(() => expect(tab.online$.value).toBe(false));
    await vi.waitFor(() => expect(tab.outbox.waiting$.value).toMatchObject([{ state: 'waiting' }]));
  };
  /** Resolves once the service has done all that waits. */
  const sendAll = async () => {
    browser.network(true);
    await vi.waitFor(() => expect(tab.outbox.waiting$.value).toEqual([]));
  };
  return { browser, service, tab, collections, rename, requestsOf, loseAnswer, sendAll, titleNow: () => title };
};

test('the attempts of a change that the service cannot do now are not used up by several tabs', async () => {
  const { browser, service, tab, rename, requestsOf } = await offline();
  const others = [await browser.openTab(), await browser.openTab()];
  await rename('Green tea');
  await vi.waitFor(() => others.forEach(({ outbox }) => expect(outbox.waiting$.value).toHaveLength(1)));
  service.answer(calls.chat.renameChat, () => {
    throw new Failure(500, {});
  });
  browser.network(true);
  await vi.waitFor(() => expect(tab.queue.items$.value).toMatchObject([{ state: 'waiting', tries: 1 }]));
  await new Promise((resolve) => void setTimeout(resolve, 50));
  expect(requestsOf(calls.chat.renameChat)).toBe(1);
  expect(tab.outbox.waiting$.value).toMatchObject([{ state: 'waiting' }]);
  service.answer(calls.chat.renameChat, () => ({}));
  // A clock that has reached the end of the pause.
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 5000);
  browser.network(false);
  browser.network(true);
  await vi.waitFor(() => expect(tab.outbox.waiting$.value).toEqual([]));
  expect(requestsOf(calls.chat.renameChat)).toBe(2);
});

describe('a browser that cannot write any more', () => {
  /** From now on, nothing is written of this kind. */
  const fill = (method: 'put' | 'delete') =>
    vi.spyOn(IDBObjectStore.prototype, method).mockImplementation(() => {
      throw new DOMException('No room.', 'QuotaExceededError');
    });
  /** Time for the requests that would be repeated without a pause. */
  const settle = () => new Promise((resolve) => void setTimeout(resolve, 50));

  test('sends a message of a new chat once, names the chat once, and removes the message when it can', async () => {
    const { browser, service, tab, requestsOf } = await offline();
    service.answer(calls.chat.nameChat, () => ({ chat: chatOf() }));
    service.answer(calls.chat.streamReply, () => [
      { type: 'chatId' as const, seq: 1, chatId },
      { type: 'id' as const, seq: 2, id: '1'.repeat(24) },
      { type: 'end' as const, seq: 3, outcome: 'complete' as const },
    ]);
    await tab.outbox.addMessage({ input: { prompt: 'Hello' }, thread: 'new', draft: '' });
    const full = fill('delete');
    browser.network(true);
    await vi.waitFor(() => expect(requestsOf(calls.chat.nameChat)).toBe(1));
    await settle();
    const requests = () => [requestsOf(calls.chat.streamReply), requestsOf(calls.chat.nameChat)];
    expect(requests()).toEqual([1, 1]);
    full.mockRestore();
    browser.network(false);
    browser.network(true);
    await vi.waitFor(() => expect(tab.outbox.waiting$.value).toEqual([]));
    expect(requests()).toEqual([1, 1]);
  });

  test('sends a change that is refused once', async () => {
    const { browser, service, rename, requestsOf } = await offline();
    await rename('Green tea');
    service.answer(calls.chat.renameChat, () => {
      fill('put');
      throw failureOf('unknown-chat');
    });
    browser.network(true);
    await vi.waitFor(() => expect(requestsOf(calls.chat.renameChat)).toBe(1));
    await settle();
    expect(requestsOf(calls.chat.renameChat)).toBe(1);
  });
});

test('a change that is restored does not conflict with the one that followed it', async () => {
  const { tab, rename, sendAll, titleNow } = await offline();
  await rename('One');
  const [canceled] = tab.queue.items$.value;
  await tab.queue.cancel(canceled!.id);
  await rename('Two');
  await tab.queue.restore(canceled!);
  await sendAll();
  expect(titleNow()).toBe('Two');
});

describe('a change whose answer was lost', () => {
  test('is done when it is sent again, and does not conflict with itself', async () => {
    const { tab, rename, loseAnswer, sendAll, requestsOf, titleNow } = await offline();
    await rename('Green tea');
    await loseAnswer();
    await sendAll();
    expect([titleNow(), requestsOf(calls.chat.renameChat)]).toEqual(['Green tea', 2]);
    expect(tab.queue.items$.value).toEqual([]);
  });

  test('does not conflict with the next change of the same', async () => {
    const { rename, loseAnswer, sendAll, titleNow } = await offline();
    await rename('One');
    await loseAnswer();
    await rename('Two');
    await sendAll();
    expect(titleNow()).toBe('Two');
  });

  test('is followed by what was done with the collection that it created', async () => {
    const { tab, collections, loseAnswer, sendAll } = await offline();
    const edit = (input: object) => tab.client.call(calls.tags.createEditTag, input);
    const { tag } = await edit({ name: 'Trips' });
    await loseAnswer();
    await edit({ tagId: tag!._id, name: 'Travel' });
    await sendAll();
    expect([...collections.values()]).toEqual(['Travel']);
  });

  test('is taken back by the deletion of the collection that it created', async () => {
    const { tab, collections, loseAnswer, sendAll } = await offline();
    const { tag } = await tab.client.call(calls.tags.createEditTag, { name: 'Trips' });
    await loseAnswer();
    await tab.client.call(calls.tags.createEditTag, { tagId: tag!._id, deleted: true });
    await sendAll();
    expect([...collections]).toEqual([]);
  });
});
