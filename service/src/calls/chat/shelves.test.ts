import * as calls from '@atrium/shared-kernel/contracts/calls';
import { pinsMax } from '@atrium/shared-kernel/contracts/constants';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { schema } from '../../db/database.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import type { TestClient } from '../../testing/client.ts';

const { chats, chatTags, messages, tags } = schema;

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

/** A user with chats of these titles, the last one newest. */
const personWith = async (...titles: string[]) => {
  const user = await test.createUser({ premium: true });
  const start = Date.parse('2026-01-01T00:00:00Z');
  const rows = await test.db
    .insert(chats)
    .values(titles.map((title, index) => ({ userId: user.id, title, lastUpdate: new Date(start + index * 1000) })))
    .returning({ id: chats.id });
  return { user, client: test.as(user), ids: rows.map(({ id }) => id) };
};
const titles = async (client: TestClient, input: { only?: 'pinned' | 'archived' | 'replying'; tagId?: string } = {}) =>
  (await client.call(calls.chat.listChats, input)).body.chats.map(({ title }) => title);

describe('a pinned chat', () => {
  it('is listed among the pinned chats, the last pinned first, and not in the list below', async () => {
    const { client, ids } = await personWith('One', 'Two', 'Three');
    const { body } = await client.call(calls.chat.pinChat, { chatId: ids[0]!, pinned: true });
    expect(body.chat.pinned).toBeTruthy();
    await client.call(calls.chat.pinChat, { chatId: ids[1]!, pinned: true });
    expect(await titles(client, { only: 'pinned' })).toEqual(['Two', 'One']);
    expect(await titles(client)).toEqual(['Three']);
    const { body: down } = await client.call(calls.chat.pinChat, { chatId: ids[0]!, pinned: false });
    expect(down.chat.pinned).toBeUndefined();
    expect(await titles(client)).toEqual(['Three', 'One']);
  });

  it('keeps its position if it is pinned again, and in its collection', async () => {
    const { user, client, ids } = await personWith('One', 'Two');
    const [tag] = await test.db.insert(tags).values({ userId: user.id, name: 'Work' }).returning();
    await test.db.insert(chatTags).values(ids.map((chatId) => ({ chatId, tagId: tag!.id })));
    for (const chatId of [ids[0]!, ids[1]!, ids[0]!]) await client.call(calls.chat.pinChat, { chatId, pinned: true });
    expect(await titles(client, { only: 'pinned' })).toEqual(['Two', 'One']);
    expect(await titles(client, { tagId: tag!.id })).toEqual(['Two', 'One']);
  });

  it('is paged exactly: no chat is lost or duplicated if many of one instant are pinned', async () => {
    const { user, client, ids } = await personWith(...Array.from({ length: 30 }, (_, index) => `${index}`));
    await test.db
      .update(chats)
      .set({ lastUpdate: new Date('2026-02-01T00:00:00Z') })
      .where(eq(chats.userId, user.id));
    for (const chatId of ids.slice(0, 5)) await client.call(calls.chat.pinChat, { chatId, pinned: true });
    const { body } = await client.call(calls.chat.listChats, {});
    expect(new Set(body.chats.map(({ _id }) => _id))).toEqual(new Set(ids.slice(5)));
  });

  it('is one of fifty at most', async () => {
    const { client, ids } = await personWith(...Array.from({ length: pinsMax + 1 }, (_, index) => `${index}`));
    const answers = await Promise.all(ids.map((chatId) => client.call(calls.chat.pinChat, { chatId, pinned: true })));
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused.map(({ status, body }) => [status, body.msg])).toEqual([
      [400, 'You can pin up to 50 chats. Please unpin one first.'],
    ]);
  });

  it('is not pinned in its copy', async () => {
    const { client, ids } = await personWith('One');
    await client.call(calls.chat.pinChat, { chatId: ids[0]!, pinned: true });
    const { body } = await client.call(calls.chat.duplicateChat, { chatId: ids[0]! });
    expect(body.chat.pinned).toBeUndefined();
  });
});

describe('an archived chat', () => {
  it('leaves list, pins and collections for the archive, and is restored', async () => {
    const { user, client, ids } = await personWith('One', 'Two');
    const [tag] = await test.db.insert(tags).values({ userId: user.id, name: 'Work' }).returning();
    await test.db.insert(chatTags).values({ chatId: ids[0]!, tagId: tag!.id });
    await client.call(calls.chat.pinChat, { chatId: ids[0]!, pinned: true });
    const { body } = await client.call(calls.chat.archiveChat, { chatId: ids[0]!, archived: true });
    expect(body.chat).toMatchObject({ archived: expect.any(String) as string });
    expect(body.chat.pinned).toBeUndefined();
    expect(await titles(client)).toEqual(['Two']);
    expect(await titles(client, { only: 'pinned' })).toEqual([]);
    expect(await titles(client, { tagId: tag!.id })).toEqual([]);
    expect(await titles(client, { only: 'archived' })).toEqual(['One']);
    await client.call(calls.chat.archiveChat, { chatId: ids[0]!, archived: false });
    expect(await titles(client)).toEqual(['Two', 'One']);
    expect(await titles(client, { only: 'archived' })).toEqual([]);
  });

  it('is opened and found as before, and leaves the archive when it is pinned', async () => {
    const { client, ids } = await personWith('Lighthouse');
    await client.call(calls.chat.archiveChat, { chatId: ids[0]!, archived: true });
    expect((await client.call(calls.chat.getChat, { chatId: ids[0]! })).status).toBe(200);
    const { body } = await client.call(calls.chat.searchMessages, { searchTerm: 'lighthouse' });
    expect(body.chats.map(({ _id }) => _id)).toEqual(ids);
    await client.call(calls.chat.pinChat, { chatId: ids[0]!, pinned: true });
    expect(await titles(client, { only: 'archived' })).toEqual([]);
  });

  it('is paged by the same cursor', async () => {
    const { client, ids } = await personWith(...Array.from({ length: 12 }, (_, index) => `${index}`));
    for (const chatId of ids) await client.call(calls.chat.archiveChat, { chatId, archived: true });
    const first = await client.call(calls.chat.listChats, { only: 'archived' });
    const cursor = first.body.chats.at(-1)!.lastUpdate!;
    const remaining = await client.call(calls.chat.listChats, { only: 'archived', lastUpdateTimestamp: cursor });
    expect([first.body.chats.length, remaining.body.chats.map(({ title }) => title)]).toEqual([10, ['1', '0']]);
  });
});

describe('a chat with a running reply', () => {
  it('is listed among those while the reply runs, pinned ones included, for its owner only', async () => {
    const { user, client, ids } = await personWith('One', 'Two', 'Three', 'Four');
    const lease = test.lease();
    const of = (chatId: string, pending: boolean) => ({ chatId, userId: user.id, prompt: 'Why?', pending, ...lease });
    await test.db
      .insert(messages)
      .values([of(ids[0]!, false), of(ids[1]!, true), of(ids[2]!, true), of(ids[3]!, true)]);
    await client.call(calls.chat.pinChat, { chatId: ids[2]!, pinned: true });
    await client.call(calls.chat.clearChat, { chatId: ids[3]! });
    const replying = async (by: TestClient) => (await titles(by, { only: 'replying' })).toSorted();
    expect(await replying(client)).toEqual(['Three', 'Two']);
    expect(await replying((await personWith('Other')).client)).toEqual([]);
    await test.db.update(messages).set({ pending: false }).where(eq(messages.chatId, ids[1]!));
    expect(await replying(client)).toEqual(['Three']);
  });
});
