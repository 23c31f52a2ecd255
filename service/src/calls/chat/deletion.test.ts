import * as calls from '@atrium/shared-kernel/contracts/calls';
import { chatUndo, pinsMax } from '@atrium/shared-kernel/contracts/constants';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { schema } from '../../db/database.ts';
import { chatsRemoval } from '../../domain/chats/deletion.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import type { TestClient } from '../../testing/client.ts';

const { chats, chatTags, messages, messageFiles, shares, tags } = schema;

let now = Date.parse('2026-03-01T12:00:00Z');
let test: TestApp;
beforeAll(async () => {
  test = await createTestApp({ now: () => now });
});
afterAll(() => test.close());

const clean = () => chatsRemoval(test.services, () => now).run();

/** A user with a chat that is pinned, tagged, shared, and has a file. */
const personWithChat = async () => {
  const user = await test.createUser({ premium: true });
  const client = test.as(user);
  const file = await test.services.objects.put({
    owner: user.id,
    folder: 'chatFiles',
    name: 'tea.txt',
    type: 'text/plain',
    content: Buffer.from('Tea.'),
  });
  const [chat] = await test.db.insert(chats).values({ userId: user.id, title: 'Tea', pinned: new Date() }).returning();
  const of = { chatId: chat!.id, userId: user.id };
  const [message] = await test.db
    .insert(messages)
    .values({ ...of, prompt: 'Which tea?', content: 'Green.' })
    .returning();
  await test.db.insert(messageFiles).values({
    messageId: message!.id,
    position: 0,
    fileId: 'f1',
    name: 'tea.txt',
    type: 'text/plain',
    url: file.url,
  });
  const [tag] = await test.db.insert(tags).values({ userId: user.id, name: 'Work' }).returning();
  await test.db.insert(chatTags).values({ chatId: chat!.id, tagId: tag!.id });
  const { body } = await client.call(calls.chat.shareChat, { chatId: chat!.id });
  return { user, client, chatId: chat!.id, messageId: message!.id, tagId: tag!.id, shareId: body.id, file };
};

describe('a deleted chat', () => {
  it('is gone at once from everywhere', async () => {
    const { client, chatId, messageId, tagId, shareId, file } = await personWithChat();
    const shared = { method: 'GET', url: `${file.url}?share=${shareId}` } as const;
    expect((await test.visitor.request(shared)).status).toBe(200);
    const { body } = await client.call(calls.chat.deleteChats, { chatIds: [chatId] });
    expect(body.chatIds).toEqual([chatId]);
    const lists = [{}, { only: 'pinned' as const }, { only: 'archived' as const }, { tagId }];
    for (const input of lists) expect((await client.call(calls.chat.listChats, input)).body.chats).toEqual([]);
    expect((await client.call(calls.chat.searchMessages, { searchTerm: 'tea' })).body.chats).toEqual([]);
    expect((await client.call(calls.chat.listShares, {})).body.shares).toEqual([]);
    const refused = [
      client.call(calls.chat.getChat, { chatId }),
      client.call(calls.chat.getMessage, { id: messageId }),
      client.call(calls.chat.focusChat, { chatId }),
      client.call(calls.chat.renameChat, { chatId, title: 'Back' }),
      client.call(calls.chat.duplicateChat, { chatId }),
      client.call(calls.chat.shareChat, { chatId }),
      client.call(calls.chat.pinChat, { chatId, pinned: true }),
      client.call(calls.chat.clearChat, { chatId }),
      client.call(calls.chat.streamReply, { id: chatId, prompt: 'And?' }),
      client.call(calls.chat.streamReply, { shareId, prompt: 'And?' }),
      test.visitor.call(calls.chat.getSharedChat, { messageId: shareId }),
    ];
    for (const { status } of await Promise.all(refused)) expect(status).toBe(404);
    expect((await test.visitor.request(shared)).status).toBe(403);
  });

  it('is restored completely while undoing is possible', async () => {
    const { client, chatId, tagId, shareId } = await personWithChat();
    await client.call(calls.chat.deleteChats, { chatIds: [chatId] });
    now += chatUndo.retained - 1000;
    await clean();
    const { body } = await client.call(calls.chat.restoreChats, { chatIds: [chatId] });
    expect(body.chats).toMatchObject([{ _id: chatId, title: 'Tea', tags: [{ _id: tagId }] }]);
    expect((await client.call(calls.chat.getChat, { chatId })).body.messages).toHaveLength(1);
    expect((await test.visitor.call(calls.chat.getSharedChat, { messageId: shareId })).status).toBe(200);
  });

  it('is restored by a second attempt as well, because the answer to the first may have been lost', async () => {
    const { client, chatId } = await personWithChat();
    await client.call(calls.chat.clearChat, { chatId });
    for (const _ of [1, 2])
      expect((await client.call(calls.chat.restoreChats, { chatIds: [chatId] })).body.chats).toMatchObject([
        { _id: chatId },
      ]);
  });

  it('is permanently removed afterwards, with its messages, links and the files that only it refers to', async () => {
    const { client, chatId, shareId, file } = await personWithChat();
    await client.call(calls.chat.deleteChats, { chatIds: [chatId] });
    now += chatUndo.retained;
    const late = await client.call(calls.chat.restoreChats, { chatIds: [chatId] });
    expect([late.status, late.body.msg]).toEqual([404, 'These chats can no longer be restored.']);
    await clean();
    expect(await test.db.select().from(chats).where(eq(chats.id, chatId))).toEqual([]);
    expect(await test.db.select().from(messages).where(eq(messages.chatId, chatId))).toEqual([]);
    expect(await test.db.select().from(shares).where(eq(shares.id, shareId))).toEqual([]);
    expect(await test.services.objects.read(file.key)).toBeUndefined();
  });

  it('leaves a file that another chat refers to', async () => {
    const { client, chatId, file } = await personWithChat();
    await client.call(calls.chat.duplicateChat, { chatId });
    await client.call(calls.chat.deleteChats, { chatIds: [chatId] });
    now += chatUndo.retained;
    await clean();
    const stored = await test.services.objects.read(file.key);
    expect(stored?.size).toBe(4);
    stored?.content.destroy();
  });

  it('stops the reply that is written in it', async () => {
    const user = await test.createUser({ premium: true });
    const [chat] = await test.db.insert(chats).values({ userId: user.id }).returning();
    const [message] = await test.db
      .insert(messages)
      .values({ chatId: chat!.id, userId: user.id, prompt: 'Go', pending: true, ...test.lease() })
      .returning();
    await test.as(user).call(calls.chat.deleteChats, { chatIds: [chat!.id] });
    const [stopped] = await test.db.select().from(messages).where(eq(messages.id, message!.id));
    expect(stopped!.stopRequested).toBe(true);
  });

  it.each([
    ['one', (client: TestClient, chatId: string) => client.call(calls.chat.clearChat, { chatId })],
    ['several', (client: TestClient, chatId: string) => client.call(calls.chat.deleteChats, { chatIds: [chatId] })],
  ])('is reported as deleted although its reply could not be stopped (by the call for %s)', async (_, erase) => {
    const user = await test.createUser({ premium: true });
    const [chat] = await test.db.insert(chats).values({ userId: user.id }).returning();
    await test.db
      .insert(messages)
      .values({ chatId: chat!.id, userId: user.id, prompt: 'Go', pending: true, ...test.lease() });
    const stop = vi.spyOn(test.services.replies, 'stop').mockRejectedValue(new Error('The reply is not stored.'));
    expect((await erase(test.as(user), chat!.id)).status).toBe(200);
    expect(stop).toHaveBeenCalledOnce();
    stop.mockRestore();
  });
});

describe('a chat that is cleared', () => {
  it('is restored while undoing is possible, and permanently removed afterwards', async () => {
    const { client, chatId, file } = await personWithChat();
    await client.call(calls.chat.clearChat, { chatId });
    expect((await client.call(calls.chat.getChat, { chatId })).status).toBe(404);
    await clean();
    const { body } = await client.call(calls.chat.restoreChats, { chatIds: [chatId] });
    expect(body.chats).toMatchObject([{ _id: chatId, title: 'Tea' }]);
    await client.call(calls.chat.clearChat, { chatId });
    now += chatUndo.retained;
    await clean();
    expect(await test.db.select().from(messages).where(eq(messages.chatId, chatId))).toEqual([]);
    expect(await test.services.objects.read(file.key)).toBeUndefined();
  });

  it('must be the caller’s own', async () => {
    const { client, chatId } = await personWithChat();
    const stranger = test.as(await test.createUser({ premium: true }));
    expect((await stranger.call(calls.chat.clearChat, { chatId })).status).toBe(404);
    expect((await client.call(calls.chat.getChat, { chatId })).status).toBe(200);
  });
});

describe('many chats', () => {
  it('are deleted and restored in one call, those of others never', async () => {
    const [user, other] = [await test.createUser(), await test.createUser()];
    const make = async (userId: string, count: number) =>
      (
        await test.db
          .insert(chats)
          .values(Array.from({ length: count }, () => ({ userId })))
          .returning({ id: chats.id })
      ).map(({ id }) => id);
    const [own, foreign] = [await make(user.id, 999), await make(other.id, 1)];
    const client = test.as(user);
    const { body } = await client.call(calls.chat.deleteChats, { chatIds: [...own, ...foreign] });
    expect(new Set(body.chatIds)).toEqual(new Set(own));
    expect((await test.as(other).call(calls.chat.listChats, {})).body.chats).toHaveLength(1);
    expect((await test.as(other).call(calls.chat.restoreChats, { chatIds: own })).status).toBe(404);
    const back = await client.call(calls.chat.restoreChats, { chatIds: own });
    expect(back.body.chats).toHaveLength(999);
  });

  it('are restored without the pins that exceed the limit, the first of them', async () => {
    const user = await test.createUser();
    const client = test.as(user);
    const pin = async (count: number) =>
      (
        await test.db
          .insert(chats)
          .values(Array.from({ length: count }, (_, at) => ({ userId: user.id, pinned: new Date(now + at) })))
          .returning({ id: chats.id })
      ).map(({ id }) => id);
    const deleted = await pin(pinsMax);
    await client.call(calls.chat.deleteChats, { chatIds: deleted });
    await pin(pinsMax - 2);
    const { body } = await client.call(calls.chat.restoreChats, { chatIds: deleted });
    expect(body.chats).toHaveLength(pinsMax);
    const stillPinned = body.chats.filter(({ pinned }) => pinned).map(({ _id }) => _id);
    expect(new Set(stillPinned)).toEqual(new Set(deleted.slice(-2)));
    const listed = await client.call(calls.chat.listChats, { only: 'pinned' });
    expect(listed.body.chats).toHaveLength(pinsMax);
  });

  it('are a thousand at most', async () => {
    const client = test.as(await test.createUser());
    const chatIds = Array.from({ length: 1001 }, (_, index) => index.toString(16).padStart(24, '0'));
    expect((await client.call(calls.chat.deleteChats, { chatIds })).status).toBe(400);
  });
});
