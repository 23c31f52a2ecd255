import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { schema } from '../../db/database.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import type { TestClient } from '../../testing/client.ts';
import { sideRequestIn } from '../../testing/side-request.ts';

const { turnIndexes } = schema;

/** An embedder that only knows that money and escrow are related. */
const meaning = (text: string): number[] => [/escrow|money/i.test(text) ? 1 : 0, 0.1, /bees/.test(text) ? 1 : 0];

let embedded: { readonly by: string; readonly texts: readonly string[] }[] = [];
let prompted = '';
let down = false;

interface Asked {
  readonly model: string;
  readonly input?: readonly string[];
  readonly messages?: readonly { readonly role: string; readonly content: string }[];
}
const server = createServer(async (request, response) => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only this test sends requests to it
  const { model, input, messages = [] } = (await json(request)) as Asked;
  const answer = (status: number, body: object) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  if (input) {
    embedded.push({ by: model, texts: input });
    if (down) return answer(401, { error: { message: 'The key is wrong' } });
    return answer(200, { data: input.map((text, index) => ({ index, embedding: meaning(text) })) });
  }
  const summary = sideRequestIn(messages[0]?.content ?? '') === 'summary';
  if (messages[0]?.content.startsWith('You are the assistant')) prompted = messages.at(-1)!.content;
  const content = summary ? 'They spoke of bees.' : 'Bees like flowers. '.repeat(60);
  return answer(200, { choices: [{ message: { content }, finish_reason: 'stop' }] });
});

let test: TestApp;
let client: TestClient;
beforeAll(async () => {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a server that listens on a port has an AddressInfo
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const entry = { label: 'E', provider: 'openai-compatible', baseUrl, key: { env: 'PATH' }, streams: false };
  const chat = { ...entry, contextWindow: 4000, maxOutputTokens: 500 };
  test = await createTestApp({
    env: {
      PATH: 'topsecret',
      ATRIUM_SENDS_PER_MINUTE: '0',
      ATRIUM_MODELS: JSON.stringify([
        { ...chat, id: 'c', name: 'chat', for: ['chat'] },
        { ...chat, id: 's', name: 'secure', for: ['secure'] },
        { ...entry, id: 'e', name: 'open-embeddings', for: ['embeddings'] },
        { ...entry, id: 'p', name: 'private-embeddings', for: ['embeddings', 'secure'] },
      ]),
    },
  });
});
beforeEach(async () => {
  [embedded, prompted, down] = [[], '', false];
  client = test.as(await test.createUser({ premium: true, booktAdmin: true }));
});
afterAll(async () => {
  await test.close();
  server.closeAllConnections();
  server.close();
});

const send = async (prompt: string, more: object = {}) => {
  const { items } = await client.stream(calls.chat.streamReply, { prompt, ...more });
  await test.services.background.settled();
  return {
    chatId: items.find((item) => item.type === 'chatId')!.chatId,
    id: items.find((item) => item.type === 'id')!.id,
  };
};
const fact = 'The escrow account was opened in Zurich.';
/** A chat with this many messages, which do not all fit; the first one contains the answer to the question. */
const longChat = async (more: object = {}, count = 20) => {
  const { chatId, id } = await send(fact, more);
  const ids = [id];
  for (let at = 1; at < count; at += 1)
    ids.push(
      (await send(`Turn ${at} tells of bees and flowers. ${'They hum. '.repeat(20)}`, { id: chatId, ...more })).id,
    );
  return { chatId, ids };
};
const stored = (chatId: string) => test.db.select().from(turnIndexes).where(eq(turnIndexes.chatId, chatId));
const read = async (chatId: string) => (await client.call(calls.chat.readContext, { chatId })).body;

describe('an earlier message that no longer fits', () => {
  it('is sent again if it matches the question by meaning, and is reported', async () => {
    const { chatId, ids } = await longChat();
    await send('Who keeps our money?', { id: chatId });
    expect(prompted).toMatch(
      /word for word[^]*\[Message 1, the person\]\nThe escrow account[^]*Who keeps our money\?$/,
    );
    const { last, excerpts } = await read(chatId);
    expect(last!.report.recalled?.[0]).toMatchObject({ messageId: ids[0] });
    expect(last!.report.parts).toContainEqual({
      kind: 'recalled',
      count: expect.any(Number) as number,
      tokens: expect.any(Number) as number,
    });
    expect(last!.report.used).toBe(last!.report.parts.reduce((sum, { tokens }) => sum + tokens, 0));
    expect(last!.report.used).toBeLessThanOrEqual(last!.report.limit);
    expect(excerpts![ids[0]!]).toBe(fact);
    const given = new Set(last!.report.turns.filter(({ cut }) => !cut).map(({ messageId }) => messageId));
    expect(last!.report.recalled!.some(({ messageId }) => given.has(messageId))).toBe(false);
  });

  it('is found by words if the embedder fails, and is embedded once it works again', async () => {
    down = true;
    const { chatId } = await longChat();
    await send('Where was the escrow account opened?', { id: chatId });
    expect(prompted).toContain(fact);
    expect((await stored(chatId)).map(({ embedder }) => embedder)).toEqual([null, null]);
    down = false;
    await send('And now?', { id: chatId });
    expect((await stored(chatId)).map(({ embedder }) => embedder)).toEqual([
      'openai-compatible open-embeddings',
      'openai-compatible open-embeddings',
    ]);
  });

  it('is not indexed while the whole chat fits', async () => {
    const { chatId } = await longChat({}, 3);
    expect([await stored(chatId), embedded]).toEqual([[], []]);
  });

  it('is embedded once, and deleted with its chat', async () => {
    const { chatId } = await longChat();
    expect(embedded.filter(({ texts }) => texts.some((text) => text.includes('escrow')))).toHaveLength(1);
    expect(await stored(chatId)).toHaveLength(2);
    await test.db.delete(schema.chats).where(eq(schema.chats.id, chatId));
    expect(await stored(chatId)).toEqual([]);
  });
});

describe('branches', () => {
  it('find messages on their own branch, and nothing of others', async () => {
    const { chatId, ids } = await longChat();
    // Another version of the second message, in whose branch the later messages of the first branch are missing.
    let after = (await send('Let us begin anew with bees.', { id: chatId, replaces: ids[1] })).id;
    for (let at = 0; at < 16; at += 1)
      after = (await send(`Bees again ${at}. ${'They hum. '.repeat(20)}`, { id: chatId, after })).id;
    await send('Who keeps our money?', { id: chatId, after });
    expect(prompted).toContain(fact);
    expect(prompted).not.toContain('Turn ');
    expect(await stored(chatId)).toHaveLength(4);
  });
});

describe('secure chats', () => {
  it('reach the embedder for secure chats only, and are sealed', async () => {
    const { chatId } = await longChat({ secureMode: true });
    await send('Who keeps our money?', { id: chatId, secureMode: true });
    expect(prompted).toContain(fact);
    expect([...new Set(embedded.map(({ by }) => by))]).toEqual(['private-embeddings']);
    const { rows } = await test.db.execute(
      sql`select texts, index, vectors from turn_indexes where chat_id = ${chatId}`,
    );
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.flatMap((row) => Object.values(row)).filter((value) => !String(value).includes('sealed:'))).toEqual([]);
  });

  it('that became secure do not use earlier vectors until they have their own', async () => {
    const { chatId } = await longChat();
    embedded = [];
    await send('Who keeps our money?', { id: chatId, secureMode: true });
    await send('Who keeps our money?', { id: chatId, secureMode: true });
    expect(prompted).toContain(fact);
    expect([...new Set(embedded.map(({ by }) => by))]).toEqual(['private-embeddings']);
  });
});

it('stores nothing of a temporary chat', async () => {
  const { chatId } = await longChat({ temporary: true });
  expect([await stored(chatId), embedded]).toEqual([[], []]);
});
