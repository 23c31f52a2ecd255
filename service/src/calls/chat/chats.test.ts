import * as calls from '@atrium/shared-kernel/contracts/calls';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { schema } from '../../db/database.ts';
import { newId } from '../../db/id.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import type { TestClient } from '../../testing/client.ts';

const { chats, messages } = schema;

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const premium = async (names = {}) => {
  const user = await test.createUser({ premium: true, ...names });
  return { user, client: test.as(user) };
};
/** Sends a prompt and returns the ids of its chat and message. */
const sendPrompt = async (client: TestClient, prompt: string, more = {}) => {
  const { items } = await client.stream(calls.chat.streamReply, { prompt, ...more });
  return {
    chatId: items.find((item) => item.type === 'chatId')!.chatId,
    messageId: items.find((item) => item.type === 'id')!.id,
  };
};
const listed = async (client: TestClient, input: { lastUpdateTimestamp?: string; tagId?: string } = {}) =>
  (await client.call(calls.chat.listChats, input)).body.chats;
const makeTag = async (client: TestClient, name: string) =>
  (await client.call(calls.tags.createEditTag, { name })).body.tag!._id;

describe('the list of chats', () => {
  it('is returned in pages of ten, newest first, by the last known instant', async () => {
    const { user, client } = await premium();
    const start = Date.parse('2026-01-01T00:00:00Z');
    await test.db.insert(chats).values(
      Array.from({ length: 23 }, (_, index) => ({
        userId: user.id,
        title: `${index}`,
        lastUpdate: new Date(start + index * 1000),
      })),
    );
    const titles: string[][] = [];
    for (let cursor: string | undefined; ;) {
      const page = await listed(client, cursor === undefined ? {} : { lastUpdateTimestamp: cursor });
      if (page.length === 0) break;
      titles.push(page.map(({ title }) => title));
      cursor = page.at(-1)!.lastUpdate!;
    }
    expect(titles.map(({ length }) => length)).toEqual([10, 10, 3]);
    expect(titles.flat()).toEqual(Array.from({ length: 23 }, (_, index) => `${22 - index}`));
  });

  it('loses no chat if many share one instant', async () => {
    const { user, client } = await premium();
    const [late, early] = [new Date('2026-01-02T00:00:00Z'), new Date('2026-01-01T00:00:00Z')];
    const at = (lastUpdate: Date, count: number) =>
      Array.from({ length: count }, () => ({ userId: user.id, lastUpdate }));
    await test.db.insert(chats).values([...at(late, 7), ...at(early, 9)]);
    const first = await listed(client);
    const remaining = await listed(client, { lastUpdateTimestamp: first.at(-1)!.lastUpdate! });
    expect([...first, ...remaining].map(({ _id }) => _id)).toHaveLength(16);
    expect(new Set([...first, ...remaining].map(({ _id }) => _id)).size).toBe(16);
  });

  it('shows a collection’s chats only, and is moved by a new message', async () => {
    const { client } = await premium();
    const tagId = await makeTag(client, 'Work');
    const first = await sendPrompt(client, 'One', { tagId });
    await sendPrompt(client, 'Two');
    expect((await listed(client, { tagId })).map(({ _id, tags }) => [_id, tags[0]?.name])).toEqual([
      [first.chatId, 'Work'],
    ]);
    await sendPrompt(client, 'Three', { id: first.chatId });
    expect((await listed(client))[0]!._id).toBe(first.chatId);
    const { client: stranger } = await premium();
    expect(await listed(stranger, { tagId })).toEqual([]);
  });
});

describe('a chat', () => {
  it('is named once after its first message, and keeps a title that its user gave', async () => {
    const { client } = await premium();
    const { chatId } = await sendPrompt(client, 'Please explain the tides');
    const name = { chatId, prompt: 'Please explain the tides' };
    expect((await client.call(calls.chat.nameChat, name)).body.chat.title).toBe('The tides');
    await client.call(calls.chat.renameChat, { chatId, title: ' Tides ' });
    expect((await client.call(calls.chat.nameChat, name)).body.chat.title).toBe('Tides');
    expect((await client.call(calls.chat.focusChat, { chatId })).body.chat).toMatchObject({
      _id: chatId,
      title: 'Tides',
    });
  });

  it('gets a title without marks that turn its direction', async () => {
    const { client } = await premium();
    const { chatId } = await sendPrompt(client, 'Hi');
    await client.call(calls.chat.renameChat, { chatId, title: 'Report \u202Efdp.exe' });
    expect((await client.call(calls.chat.focusChat, { chatId })).body.chat.title).toBe('Report fdp.exe');
    const unnamed = await sendPrompt(client, 'A \u202Efdp.exe');
    const { body } = await client.call(calls.chat.nameChat, { chatId: unnamed.chatId, prompt: 'A \u202Efdp.exe' });
    expect(body.chat.title).toMatch(/^A? ?fdp\.exe$/i);
  });

  it('can be named without its id if it is the newest one without a title', async () => {
    const { client } = await premium();
    const { chatId } = await sendPrompt(client, 'Hello tides');
    const { body } = await client.call(calls.chat.nameChat, { prompt: 'Hello tides' });
    expect(body.chat).toMatchObject({ _id: chatId, title: 'Tides' });
  });

  it('is gone with its messages once it is cleared', async () => {
    const { client } = await premium();
    const { chatId, messageId } = await sendPrompt(client, 'Hi');
    expect((await client.call(calls.chat.clearChat, { chatId })).status).toBe(200);
    expect((await client.call(calls.chat.getChat, { chatId })).status).toBe(404);
    expect((await client.call(calls.chat.getMessage, { id: messageId })).status).toBe(404);
    expect(await listed(client)).toEqual([]);
  });

  it('is duplicated with its messages and collections', async () => {
    const { client } = await premium();
    const tagId = await makeTag(client, 'Work');
    const { chatId, messageId } = await sendPrompt(client, 'Hi', { tagId });
    await client.call(calls.chat.renameChat, { chatId, title: 'Greeting' });
    const { body } = await client.call(calls.chat.duplicateChat, { chatId });
    expect(body.chat).toMatchObject({ title: 'Greeting', tags: [{ _id: tagId }] });
    expect(body.chat._id).not.toBe(chatId);
    const copy = await client.call(calls.chat.getChat, { chatId: body.chat._id });
    expect(copy.body.messages.map(({ prompt }) => prompt)).toEqual(['Hi']);
    expect(copy.body.messages[0]!._id).not.toBe(messageId);
  });

  it('warns once when it becomes long, and says so in lists', async () => {
    const { client } = await premium();
    const { chatId } = await sendPrompt(client, 'Hi');
    await test.db
      .update(messages)
      .set({ content: 'x'.repeat(64_000) })
      .where(eq(messages.chatId, chatId));
    const warned = async () => {
      const { items } = await client.stream(calls.chat.streamReply, { prompt: 'More', id: chatId });
      return items.filter(({ type }) => type === 'warning');
    };
    expect(await warned()).toMatchObject([{ warning: 'lengthWarning' }]);
    expect(await warned()).toEqual([]);
    expect((await listed(client))[0]!.lengthWarning).toBe(true);
  });
});

describe('a shared chat', () => {
  it('shows everybody the messages from before the link was created, and who shares it', async () => {
    const { client } = await premium({ firstName: 'Grace', lastName: 'Hopper' });
    const { chatId } = await sendPrompt(client, 'Before');
    const { id } = (await client.call(calls.chat.shareChat, { chatId })).body;
    expect(id).toMatch(/^[\w-]{32}$/);
    await sendPrompt(client, 'After', { id: chatId });
    const { body } = await test.visitor.call(calls.chat.getSharedChat, { messageId: id });
    expect(body.user).toEqual({ firstName: 'Grace', lastName: 'Hopper' });
    expect(body.messages.map(({ prompt }) => prompt)).toEqual(['Before']);
    const again = await client.call(calls.chat.shareChat, { chatId });
    expect(again.body.id).not.toBe(id);
  });

  it('continues as a separate chat for users who write into it', async () => {
    const { client } = await premium({ firstName: 'Grace', lastName: 'Hopper' });
    const { chatId } = await sendPrompt(client, 'Before');
    const { id: shareId } = (await client.call(calls.chat.shareChat, { chatId })).body;
    const { client: reader } = await premium();
    const mine = await sendPrompt(reader, 'And now', { shareId });
    const { body } = await reader.call(calls.chat.getChat, { chatId: mine.chatId });
    expect(body.messages.map(({ prompt }) => prompt)).toEqual(['Before', 'And now']);
    expect(body.sharedBy).toBe('Grace Hopper');
    expect((await client.call(calls.chat.getChat, { chatId })).body.messages).toHaveLength(1);
  });

  it('is not found under another id, nor once the chat is gone', async () => {
    const { client } = await premium();
    const { chatId } = await sendPrompt(client, 'Hi');
    const { id } = (await client.call(calls.chat.shareChat, { chatId })).body;
    await client.call(calls.chat.clearChat, { chatId });
    for (const messageId of [id, newId()])
      expect((await test.visitor.call(calls.chat.getSharedChat, { messageId })).status).toBe(404);
  });
});

describe('messages', () => {
  it('are found with the passage that matches, whatever the case and signs', async () => {
    const { client } = await premium();
    const { chatId } = await sendPrompt(client, `${'far away '.repeat(30)}100% Sure of it ${'and on '.repeat(60)}`);
    await sendPrompt(client, 'Something else');
    const { body } = await client.call(calls.chat.searchMessages, { searchTerm: '100% sure' });
    expect(body.chats.map(({ _id }) => _id)).toEqual([chatId]);
    expect(body.chats[0]!.matchingMessage?.content).toMatch(/^….*100% Sure of it.*…$/);
    const { client: stranger } = await premium();
    expect((await stranger.call(calls.chat.searchMessages, { searchTerm: '100% sure' })).body.chats).toEqual([]);
  });

  it('are reported once', async () => {
    const { client } = await premium();
    const { messageId } = await sendPrompt(client, 'Hi');
    expect((await client.call(calls.chat.reportMessage, { chatMessage: messageId })).status).toBe(200);
    expect(await client.call(calls.chat.reportMessage, { chatMessage: messageId })).toMatchObject({
      status: 400,
      body: { msg: 'You have already reported this content.' },
    });
    expect((await client.call(calls.chat.getMessage, { id: messageId })).body.reportId).toBeDefined();
  });

  it('get help with their prompt, but not in secure mode', async () => {
    const { client } = await premium({ booktAdmin: true });
    const { body } = await client.call(calls.chat.improvePrompt, { prompt: 'Tell me of ships' });
    expect(body.improvedPrompt).toMatch(/^Tell me of ships\n/);
    const { chatId } = await sendPrompt(client, 'Hush', { secureMode: true });
    expect(await client.call(calls.chat.improvePrompt, { chatId, prompt: 'Hi' })).toMatchObject({
      status: 400,
      body: { msg: 'Prompt help is not available in secure mode.' },
    });
    const { client: other } = await premium();
    expect((await other.stream(calls.chat.streamReply, { prompt: 'Hush', secureMode: true })).status).toBe(403);
  });
});
