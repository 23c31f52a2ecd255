import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import type { TestClient } from '../../testing/client.ts';
import { named, upload } from '../../testing/files/upload.ts';

/** The requests to each upstream model, by its name. */
let requests: { readonly name: string; readonly body: string }[] = [];
/** The names of models that permanently refuse, so that requests to them are not retried. */
let down: readonly string[] = [];
const server = createServer(async (request, response) => {
  const body = await text(request);
  const { model: name, input } = JSON.parse(body) as { model: string; input?: readonly string[] };
  requests.push({ name, body });
  const answer = down.includes(name)
    ? { error: { message: 'The key is wrong' } }
    : input
      ? { data: input.map((_, index) => ({ index, embedding: [1, 0.5] })) }
      : { choices: [{ message: { content: `${name} read of a heron.` }, finish_reason: 'stop' }] };
  response
    .writeHead(down.includes(name) ? 401 : 200, { 'content-type': 'application/json' })
    .end(JSON.stringify(answer));
});

let test: TestApp;
let client: TestClient;
beforeAll(async () => {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a server that listens on a port has an AddressInfo
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const entry = { provider: 'openai-compatible', baseUrl, key: { env: 'PATH' }, streams: false };
  const window = { contextWindow: 4000, maxOutputTokens: 500 };
  test = await createTestApp({
    env: {
      PATH: 'topsecret',
      MODEL_DOCUMENT_CHARACTERS: '6000',
      ATRIUM_SENDS_PER_MINUTE: '0',
      ATRIUM_MODELS: JSON.stringify([
        { ...entry, ...window, id: 'o', label: 'Open', name: 'open', for: ['chat', 'titles'] },
        { ...entry, id: 'm', label: 'Meaning', name: 'open-embeddings', for: ['embeddings'] },
        { ...entry, ...window, id: 's', label: 'Safe', name: 'private', for: ['secure'], fallbacks: ['o'] },
        { ...entry, id: 'e', label: 'Near', name: 'private-embeddings', for: ['secure', 'embeddings'] },
      ]),
    },
  });
});
beforeEach(async () => {
  [requests, down] = [[], []];
  client = test.as(await test.createUser({ premium: true, booktAdmin: true }));
});
afterAll(async () => {
  await test.close();
  server.closeAllConnections();
  server.close();
});

const send = async (input: object) => {
  const { items } = await client.stream(calls.chat.streamReply, { prompt: 'A heron?', ...input });
  await test.services.background.settled();
  return {
    chatId: items.flatMap((item) => (item.type === 'chatId' ? item.chatId : []))[0]!,
    id: items.flatMap((item) => (item.type === 'id' ? item.id : []))[0]!,
  };
};
const long = (at: number) => `Turn ${at} of the heron. ${'It waits in the reeds. '.repeat(120)}`;
/** The names of the models that received it. */
const receivers = () => new Set(requests.filter(({ body }) => body.includes('heron')).map(({ name }) => name));

/** Every way in which text of a chat reaches a model. */
const actions: readonly (readonly [string, () => Promise<unknown>])[] = [
  ['its answers', () => send({ secureMode: true })],
  [
    'a fallback',
    () => {
      down = ['private'];
      return send({ secureMode: true });
    },
  ],
  ['another model that is asked for', () => send({ secureMode: true, model: 'o' })],
  [
    'an answer that is asked for again',
    async () => {
      const { chatId, id } = await send({ secureMode: true });
      await send({ id: chatId, replaces: id, model: 'o' });
    },
  ],
  [
    'its title',
    async () => {
      const { chatId } = await send({ secureMode: true });
      await client.call(calls.chat.nameChat, { chatId, prompt: 'A heron?' });
    },
  ],
  [
    'help with a prompt',
    async () => {
      const { chatId } = await send({ secureMode: true });
      await client.call(calls.chat.improvePrompt, { chatId, prompt: 'A heron?' });
    },
  ],
  [
    'its files and questions, by meaning',
    async () => {
      const words = Array.from({ length: 60 }, (_, at) => long(at)).join('\n\n');
      const file = await upload(client, 'heron.txt', 'text/plain', words);
      const { chatId } = await send({ secureMode: true, files: [named(file)] });
      await send({ id: chatId });
      expect(receivers()).toContain('private-embeddings');
    },
  ],
  [
    'what it may remember',
    async () => {
      const { chatId } = await send({ secureMode: true, prompt: 'Remember that I like the heron.' });
      await send({ id: chatId });
    },
  ],
];

describe('text of a secure chat is sent only to models for secure chats, by', () => {
  it.each(actions)('%s', async (_, go) => {
    await go();
    expect(receivers()).toContain('private');
    expect([...receivers()].filter((name) => !name.startsWith('private'))).toEqual([]);
  });
});

it('the summary of a secure chat is written by its own model, and sealed', async () => {
  const { chatId } = await send({ secureMode: true, prompt: long(0) });
  for (let at = 1; at < 8; at += 1) await send({ id: chatId, prompt: long(at) });
  const { summary } = (await client.call(calls.chat.readContext, { chatId })).body;
  expect(summary).toMatchObject({ text: 'private read of a heron.', edited: false });
  // The older messages are indexed by its own embedder, too.
  expect([...receivers()].toSorted()).toEqual(['private', 'private-embeddings']);
  // The stored value, because the product reads it decrypted.
  const { rows } = await test.db.execute(sql`select * from chat_summaries where chat_id = ${chatId}`);
  expect(rows).not.toEqual([]);
  expect(JSON.stringify(rows)).not.toContain('heron');
});
