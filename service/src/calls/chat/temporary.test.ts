import * as calls from '@atrium/shared-kernel/contracts/calls';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { schema } from '../../db/database.ts';
import { chatsRemoval } from '../../domain/chats/deletion.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { exportOf } from '../../testing/archives.ts';
import type { TestClient } from '../../testing/client.ts';
import { upload } from '../../testing/files/upload.ts';
import { createRecordingModel } from '../../testing/recording-model.ts';
import { keyOf } from '../../ports/objects.ts';

const { chats, memories, messages } = schema;
const { model, requests } = createRecordingModel();
const minute = 60_000;

/** Milliseconds that the service’s clock is ahead. */
let ahead = 0;
let test: TestApp;
beforeAll(async () => {
  test = await createTestApp({ model, now: () => Date.now() + ahead });
});
afterAll(() => test.close());
beforeEach(() => {
  ahead = 0;
});

const clean = () => chatsRemoval(test.services, () => Date.now() + ahead).run();
const startTemporary = async (client: TestClient, input: object = {}) => {
  const { items, body } = await client.stream(calls.chat.streamReply, {
    prompt: 'Remember that I drink green tea.',
    temporary: true,
    ...input,
  });
  const chatId = items.flatMap((item) => (item.type === 'chatId' ? item.chatId : []))[0]!;
  return { chatId, items, body };
};
const person = async () => {
  const user = await test.createUser({ premium: true });
  return { ...user, client: test.as(user) };
};
const refused = { status: 400, body: expect.objectContaining({ code: 'temporary-chat' }) };

describe('a temporary chat', () => {
  it('answers as any other, and is in no list, search or export', async () => {
    const { client } = await person();
    const { chatId } = await startTemporary(client);
    const own = (await client.call(calls.chat.getChat, { chatId })).body;
    expect(own.chat).toMatchObject({ temporary: true, title: '' });
    expect(own.messages).toMatchObject([{ prompt: 'Remember that I drink green tea.', pending: false }]);
    await client.stream(calls.chat.streamReply, { id: chatId, prompt: 'And now?' });
    expect(requests.at(-1)?.turns[0]?.content).toContain('green tea');
    for (const input of [{}, { only: 'pinned' as const }, { only: 'archived' as const }, { only: 'replying' as const }])
      expect((await client.call(calls.chat.listChats, input)).body.chats).toEqual([]);
    expect((await client.call(calls.chat.searchMessages, { searchTerm: 'green tea' })).body.chats).toEqual([]);
    expect((await exportOf(test, client)).toString('latin1')).not.toContain(chatId);
  });

  it('reads no memory and leaves none', async () => {
    const { client, id: userId } = await person();
    await client.call(calls.memories.addMemory, { memory: 'Lives in Lisbon.' });
    await startTemporary(client);
    expect(requests.at(-1)?.system).not.toContain('Lisbon');
    const known = await test.db.select({ memory: memories.memory }).from(memories).where(eq(memories.userId, userId));
    expect(known).toEqual([{ memory: 'Lives in Lisbon.' }]);
  });

  it('is neither named, shared, copied, pinned, archived nor added to a collection', async () => {
    const { client } = await person();
    const { chatId } = await startTemporary(client);
    const tagId = (await client.call(calls.tags.createEditTag, { name: 'Work' })).body.tag!._id;
    const tries = [
      client.call(calls.chat.nameChat, { chatId, prompt: 'Tea' }),
      client.call(calls.chat.renameChat, { chatId, title: 'Tea' }),
      client.call(calls.chat.shareChat, { chatId }),
      client.call(calls.chat.duplicateChat, { chatId }),
      client.call(calls.chat.pinChat, { chatId, pinned: true }),
      client.call(calls.chat.archiveChat, { chatId, archived: true }),
      client.call(calls.chat.editChat, { chatId, tags: [tagId] }),
      client.call(calls.tags.createEditTag, { tagId, chatId }),
      client.call(calls.chat.streamReply, { prompt: 'Hi', temporary: true, tagId }),
    ];
    for (const answer of await Promise.all(tries)) expect(answer).toMatchObject(refused);
  });

  it('is gone a minute after its window has closed, with its messages and files, unless it was loaded again', async () => {
    const { client, id: userId } = await person();
    const { name, type, url } = await upload(client, 'tea.txt', 'text/plain', 'Green tea.');
    const { chatId } = await startTemporary(client, { files: [{ _id: 'f1', name, type, url }] });
    const reportOpen = (open: boolean) => client.call(calls.chat.keepChat, { chatId, open });
    expect((await reportOpen(false)).status).toBe(200);
    expect((await reportOpen(true)).status).toBe(200);
    ahead = 2 * minute;
    await clean();
    expect((await client.call(calls.chat.getChat, { chatId })).status).toBe(200);
    ahead = 0;
    await reportOpen(false);
    ahead = 2 * minute;
    expect(await reportOpen(true)).toMatchObject({ status: 404, body: { code: 'unknown-chat' } });
    await clean();
    expect(await test.db.$count(messages, eq(messages.userId, userId))).toBe(0);
    expect(await test.services.objects.read(keyOf(url)!)).toBeUndefined();
  });

  it('is gone an hour after anybody used it, as after a browser that was killed', async () => {
    const { client, id: userId } = await person();
    await startTemporary(client);
    const { chatId: lasting } = await startTemporary(client, { temporary: undefined });
    ahead = 59 * minute;
    await clean();
    expect(await test.db.$count(chats, eq(chats.userId, userId))).toBe(2);
    ahead = 61 * minute;
    await clean();
    expect(await test.db.select({ id: chats.id }).from(chats).where(eq(chats.userId, userId))).toEqual([
      { id: lasting },
    ]);
  });

  it('expires at its time for every reader, whether it was removed yet or not', async () => {
    const { client } = await person();
    const { chatId } = await startTemporary(client);
    await test.db
      .update(chats)
      .set({ expires: new Date(Date.now() - 1) })
      .where(eq(chats.id, chatId));
    expect((await client.call(calls.chat.getChat, { chatId })).status).toBe(404);
    expect((await client.call(calls.chat.streamReply, { id: chatId, prompt: 'Hi' })).status).toBe(404);
  });

  it('cannot be made from an existing chat', async () => {
    const { client } = await person();
    const { chatId } = await startTemporary(client, { temporary: undefined });
    expect((await client.call(calls.chat.keepChat, { chatId, open: false })).status).toBe(404);
    await client.stream(calls.chat.streamReply, { id: chatId, prompt: 'Hi', temporary: true });
    expect((await client.call(calls.chat.listChats, {})).body.chats).toMatchObject([{ _id: chatId }]);
  });

  it('is included in the usage', async () => {
    const { client } = await person();
    await startTemporary(client);
    const { days } = (await client.call(calls.usage.getUsage, {})).body;
    expect(days).toMatchObject([{ messages: 1 }]);
  });
});
