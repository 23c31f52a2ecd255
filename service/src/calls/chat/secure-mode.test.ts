import * as calls from '@atrium/shared-kernel/contracts/calls';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { ModelPort, ModelRequest } from '../../ports/model.ts';
import { schema } from '../../db/database.ts';
import type { SendInput } from '../../domain/replies/message-chat.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import type { TestClient } from '../../testing/client.ts';
import { named, upload } from '../../testing/files/upload.ts';
import { startUpstream, type Upstream } from '../../testing/openai-upstream.ts';

/** The whole content of the database, as text. */
const dump = async ({ db }: TestApp): Promise<string> => {
  const { rows } = await db.execute<{ name: string }>(
    sql`select quote_ident(table_name) as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  );
  const texts = await Promise.all(
    rows.map(({ name }) => db.execute<{ row: string }>(sql.raw(`select t::text as row from ${name} t`))),
  );
  return texts.flatMap((table) => table.rows.map(({ row }) => row)).join('\n');
};
const admin = async (test: TestApp) => test.as(await test.createUser({ premium: true, booktAdmin: true }));
const streamOf = (client: TestClient, input: SendInput) => client.stream(calls.chat.streamReply, input);
const send = async (client: TestClient, input: SendInput) => {
  const { items } = await streamOf(client, input);
  const chatId = items.find((item) => item.type === 'chatId')!.chatId;
  return { items, chatId, id: items.find((item) => item.type === 'id')!.id };
};
const refusalOf = async (client: TestClient, input: SendInput) => {
  const { status, body } = await streamOf(client, input);
  return [status, (JSON.parse(body) as { msg: string }).msg];
};

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

describe('a secure chat', () => {
  it('is readable for its owner, and cannot be read in the database', async () => {
    const client = await admin(test);
    const prompt = 'think and cite: xylophone';
    const { chatId, id, items } = await send(client, { prompt, secureMode: true });
    const text = items.map((item) => (item.type === 'text' ? item.text : '')).join('');
    const { body: message } = await client.call(calls.chat.getMessage, { id });
    expect(message).toMatchObject({ prompt, content: text, failed: false });
    expect(message.thoughts).toHaveLength(3);
    expect(JSON.parse(message.citations!)).toHaveLength(3);
    const { body } = await client.call(calls.chat.nameChat, { chatId, prompt });
    expect(body.chat).toMatchObject({ title: 'Secure chat', secure: true });
    const again = await client.stream(calls.chat.followReply, { messageId: id });
    expect(again.items).toContainEqual(expect.objectContaining({ type: 'text' }));

    // While its segments still exist.
    const all = await dump(test);
    expect(all).toContain(id);
    for (const words of [
      'xylophone',
      message.thoughts[0]!,
      'three steps',
      ...(JSON.parse(message.citations!) as string[]),
    ])
      expect(all).not.toContain(words);
    await client.call(calls.chat.renameChat, { chatId, title: 'Quixotic' });
    expect((await client.call(calls.chat.getChat, { chatId })).body.chat?.title).toBe('Quixotic');
    expect(await dump(test)).not.toContain('Quixotic');
  });

  it('keeps the text of its files sealed, and gives it to the model', async () => {
    const client = await admin(test);
    const file = await upload(client, 'a.txt', 'text/plain', 'The zeppelin lands at noon on the old field.');
    const { items } = await send(client, { prompt: 'Summarise it', secureMode: true, files: [named(file)] });
    expect(items.map((item) => (item.type === 'text' ? item.text : '')).join('')).toContain('zeppelin');
    expect(await dump(test)).not.toContain('zeppelin');
  });

  it('seals earlier messages when it becomes secure, and cannot be left, shared, duplicated or found', async () => {
    const client = await admin(test);
    const { chatId } = await send(client, { prompt: 'An aardvark' });
    await client.call(calls.chat.nameChat, { chatId, prompt: 'An aardvark' });
    const link = await client.call(calls.chat.shareChat, { chatId });
    expect(link.status).toBe(200);
    expect(await dump(test)).toContain('aardvark');
    expect((await client.call(calls.chat.searchMessages, { searchTerm: 'aardvark' })).body.chats).toHaveLength(1);

    const { items } = await send(client, { id: chatId, prompt: 'And now?', secureMode: true });
    expect(items.map((item) => (item.type === 'text' ? item.text : '')).join('')).toContain('message 2 of our chat');
    expect(await dump(test)).not.toContain('aardvark');
    expect((await client.call(calls.chat.getChat, { chatId })).body.messages[0]!.prompt).toBe('An aardvark');
    expect((await client.call(calls.chat.searchMessages, { searchTerm: 'aardvark' })).body.chats).toEqual([]);

    const left = 'Secure mode cannot be turned off once used.';
    expect(await refusalOf(client, { id: chatId, prompt: 'Out', secureMode: false })).toEqual([400, left]);
    const stays = await send(client, { id: chatId, prompt: 'A platypus' });
    expect(stays.items.at(-1)).toMatchObject({ outcome: 'complete' });
    expect(await dump(test)).not.toContain('platypus');
    expect((await client.call(calls.chat.shareChat, { chatId })).status).toBe(400);
    expect(await client.call(calls.chat.duplicateChat, { chatId })).toMatchObject({
      status: 400,
      body: { msg: 'A secure chat cannot be duplicated.' },
    });
    expect((await client.call(calls.chat.improvePrompt, { chatId, prompt: 'Better' })).status).toBe(400);
    for (const [mode, msg] of [
      ['deepResearch', 'Deep research is not available in secure mode.'],
      ['imageMode', 'Image mode is not available in secure mode.'],
    ] as const) {
      expect(await refusalOf(client, { id: chatId, prompt: 'a', [mode]: true })).toEqual([400, msg]);
      expect(await refusalOf(client, { prompt: 'a', secureMode: true, [mode]: true })).toEqual([400, msg]);
    }
  });

  it('stores no title that was found before it became secure', async () => {
    const asked = Promise.withResolvers<void>();
    const answer = Promise.withResolvers<string>();
    const { model } = test.services;
    vi.spyOn(model, 'name').mockImplementation(() => {
      asked.resolve();
      return answer.promise;
    });
    const client = await admin(test);
    const { chatId } = await send(client, { prompt: 'A capybara' });
    const naming = client.call(calls.chat.nameChat, { chatId, prompt: 'A capybara' });
    await asked.promise;
    await send(client, { id: chatId, prompt: 'And now?', secureMode: true });
    answer.resolve('All about the capybara');
    expect((await naming).body.chat).toMatchObject({ title: 'Secure chat', secure: true });
    expect(await dump(test)).not.toContain('capybara');
  });

  it('neither stores nor uses a memory', async () => {
    const client = await admin(test);
    await send(client, { prompt: 'Remember that I like vermilion' });
    const listed = await client.call(calls.memories.listMemories, {});
    await send(client, { prompt: 'Remember that I like ochre', secureMode: true });
    expect((await client.call(calls.memories.listMemories, {})).body).toEqual(listed.body);
  });
});

describe('the model of a secure chat', () => {
  let upstream: Upstream | undefined;
  let own: TestApp | undefined;
  const requests: ModelRequest[] = [];
  const outside: ModelPort = {
    label: 'Outside',
    async *reply(request) {
      requests.push(request);
      yield { type: 'text', text: 'From outside.' };
    },
    name: async (prompt) => prompt,
    improve: async (prompt) => prompt,
  };
  afterEach(async () => {
    await own?.close();
    await upstream?.close();
    requests.length = 0;
  });

  it('is the private one, and the other receives nothing of it', async () => {
    upstream = await startUpstream();
    own = await createTestApp({
      model: outside,
      env: { PRIVATE_MODEL_BASE_URL: upstream.url, PRIVATE_MODEL_NAME: 'inside', PRIVATE_MODEL_API_KEY: 'k' },
    });
    const client = await admin(own);
    const { chatId, id } = await send(client, { prompt: 'Remember that I like vermilion', secureMode: true });
    await client.call(calls.chat.nameChat, { chatId, prompt: 'Remember that I like vermilion' });
    const { body } = await client.call(calls.chat.getMessage, { id });
    expect(body).toMatchObject({ modal: 'inside', failed: false });
    expect(upstream.requests).toHaveLength(1);
    expect(requests).toEqual([]);
    expect(await dump(own)).not.toContain('vermilion');
  });

  it('leaves a sealed partial answer if its process has died', async () => {
    upstream = await startUpstream({ mode: 'slow', delay: 20, words: 2000 });
    own = await createTestApp({
      model: outside,
      env: { PRIVATE_MODEL_BASE_URL: upstream.url, PRIVATE_MODEL_NAME: 'inside' },
    });
    const client = await admin(own);
    const streaming = streamOf(client, { prompt: 'A narwhal', secureMode: true });
    const segments = () => own!.db.$count(schema.replySegments);
    // The prompt's words are the third and the fourth, and not every segment has one.
    await expect.poll(segments).toBeGreaterThan(7);
    await own.db.update(schema.messages).set({ leaseUntil: new Date(0) });
    // Its own periodic tasks may notice first.
    await own.services.replies.sweep();
    await streaming;
    const { body } = await client.call(calls.chat.listChats, {});
    const chat = await client.call(calls.chat.getChat, { chatId: body.chats[0]!._id });
    expect(chat.body.messages[0]).toMatchObject({ failed: true, pending: false, prompt: 'A narwhal' });
    expect(chat.body.messages[0]!.content).toMatch(/^You asked: A narwhal/);
    expect(await dump(own)).not.toMatch(/narwhal|You asked/);
  });

  it('is refused if none is configured', async () => {
    own = await createTestApp({ model: outside });
    const msg = 'Secure mode needs a private model, which is not set up here.';
    expect(await refusalOf(await admin(own), { prompt: 'a', secureMode: true })).toEqual([400, msg]);
    expect(requests).toEqual([]);
  });
});
