import * as calls from '@atrium/shared-kernel/contracts/calls';
import { testUser } from '@atrium/shared-kernel/testing/fake-host';
import { expectWholePage } from '@atrium/shared-kernel/testing/setup';
import { Failure } from '@atrium/shared-kernel/testing/fake-service';
import { beforeEach, expect, test, vi } from 'vitest';
import { chatOf, createBrowser, messageOf } from '../testing/offline-page.ts';
import { stubIndexedDb } from '../testing/indexed-db.ts';
import { createCopies } from './copies.ts';
import { createOfflineDatabase } from './database.ts';

beforeEach(stubIndexedDb);
// The offline features live as long as their page.
expectWholePage();

const person = testUser()._id;

test('a service that cannot say whether a chat exists is asked about one only, once for all lists of that time', async () => {
  const browser = createBrowser();
  const { service } = browser;
  const gone = [1, 2, 3].map((index) => chatOf({ _id: `${index}`.repeat(24) }));
  const copies = createCopies(createOfflineDatabase());
  await copies.write(person, calls.chat.listChats, {}, { chats: gone });
  for (const chat of gone)
    await copies.write(person, calls.chat.getChat, { chatId: chat._id }, { chat, messages: [messageOf(1)] });
  const limited = Promise.withResolvers<void>();
  service.answer(calls.chat.listChats, () => ({ chats: [] }));
  service.answer(calls.chat.focusChat, async () => {
    await limited.promise;
    throw new Failure(429, {});
  });
  const { client } = await browser.openTab();
  const asked = () => service.requests.filter(({ call }) => call === calls.chat.focusChat.name).length;
  await client.call(calls.chat.listChats, {});
  await vi.waitFor(() => expect(asked()).toBe(1));
  const readAll = async () => {
    for (const only of ['pinned', 'archived', undefined] as const) await client.call(calls.chat.listChats, { only });
  };
  await readAll();
  await vi.waitFor(async () =>
    expect(await copies.read(person, calls.chat.listChats, { only: 'archived' })).toBeDefined(),
  );
  limited.resolve();
  // The lists that were read in the meantime ask once more.
  await vi.waitFor(() => expect(asked()).toBe(2));
  service.answer(calls.chat.focusChat, ({ chatId: _id }) => ({ chat: chatOf({ _id }) }));
  await client.call(calls.chat.listChats, {});
  await vi.waitFor(async () => expect(await copies.missing(person)).toEqual([]));
  expect(asked()).toBe(2 + gone.length);
});
