import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { passageIndexes, passages, passageVectors } from '../../db/schema/files.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import type { TestClient } from '../../testing/client.ts';
import type { EmbeddingsPort } from '../../ports/embeddings.ts';
import { named, upload, type Uploaded } from '../../testing/files/upload.ts';
import { prepareFiles } from './embed.ts';
import { decodeVectors, vectorsOf as reduced } from './vectors.ts';

/** An embedder that only knows that money and escrow are related. */
const meaning = (text: string): number[] => [/escrow|money/i.test(text) ? 1 : 0, 0.1, /bees/.test(text) ? 1 : 0];

/** The embedded texts, and the last request to a model. */
let embedded: string[] = [];
let prompted = '';
let embeds: 'well' | 'not' | 'never' = 'well';

interface Asked {
  readonly input?: readonly string[];
  readonly messages?: readonly { readonly content: string }[];
}
const server = createServer(async (request, response) => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only this test sends requests to it
  const { input, messages = [] } = (await json(request)) as Asked;
  const answer = (status: number, body: object) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  if (!input) {
    prompted = messages.map(({ content }) => content).find((content) => content.includes('<document')) ?? prompted;
    answer(200, { choices: [{ message: { content: 'Yes.' }, finish_reason: 'stop' }] });
    return;
  }
  embedded.push(...input);
  if (embeds === 'well') answer(200, { data: input.map((text, index) => ({ index, embedding: meaning(text) })) });
  if (embeds === 'not') answer(401, { error: { message: 'The key topsecret is wrong' } });
});

let test: TestApp;
let client: TestClient;
/** An app whose models are all on the server. */
const createApp = (more: Readonly<Record<string, string>> = {}): Promise<TestApp> => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a server that listens on a port has an AddressInfo
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const entry = { label: 'E', provider: 'openai-compatible', baseUrl, key: { env: 'PATH' }, streams: false };
  return createTestApp({
    env: {
      PATH: 'topsecret',
      MODEL_DOCUMENT_CHARACTERS: '6000',
      ATRIUM_SENDS_PER_MINUTE: '0',
      ATRIUM_MODELS: JSON.stringify([
        { ...entry, id: 'c', name: 'chat', for: ['chat'] },
        { ...entry, id: 's', name: 'secure', for: ['secure'] },
        { ...entry, id: 'e', name: 'embed', for: ['embeddings'] },
      ]),
      ...more,
    },
  });
};
beforeAll(async () => {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  test = await createApp();
});
beforeEach(async () => {
  [embedded, embeds, prompted] = [[], 'well', ''];
  client = test.as(await test.createUser({ premium: true, booktAdmin: true }));
});
afterAll(async () => {
  await test.close();
  server.closeAllConnections();
  server.close();
});

const paragraphs = Array.from({ length: 80 }, (_, at) => `Paragraph ${at} tells of bees and flowers. `.repeat(10));
const report = paragraphs.toSpliced(60, 0, 'The escrow account was opened in Zurich. '.repeat(10)).join('\n\n');
const question = 'Wer verwahrt money?';

const send = async (prompt: string, files: readonly Uploaded[], more: object = {}, on = { test, client }) => {
  const { items } = await on.client.stream(calls.chat.streamReply, { prompt, files: files.map(named), ...more });
  await on.test.services.background.settled();
  return items.find((item) => item.type === 'chatId')!.chatId;
};
const vectorsOf = (key: string) => test.db.select().from(passageVectors).where(eq(passageVectors.key, key));

it('finds by meaning what shares no word with the question, once the file was embedded behind its first message', async () => {
  const file = await upload(client, 'report.txt', 'text/plain', report);
  const id = await send(question, [file]);
  expect(prompted).not.toContain('opened in Zurich');
  expect(embedded.length).toBeGreaterThan(20);
  expect(await vectorsOf(file.key)).toMatchObject([{ embedder: 'openai-compatible embed' }]);
  embedded = [];
  await send(question, [], { id });
  expect(embedded).toEqual([question]);
  expect(prompted).toContain('opened in Zurich');
});

it('requests no vector of a question if nothing was embedded', async () => {
  await send(question, [await upload(client, 'short.txt', 'text/plain', 'Short.')]);
  expect(embedded).toEqual([]);
});

it('sends nothing of a secure chat to an embedder that is not for secure chats', async () => {
  const file = await upload(client, 'report.txt', 'text/plain', report);
  const id = await send(question, [file], { secureMode: true });
  await send(question, [], { id });
  expect(prompted).toContain('bees');
  expect([embedded, await vectorsOf(file.key)]).toEqual([[], []]);
});

it('searches by words if the embedder does not respond in time', async () => {
  const hurried = await createApp({ MODEL_EMBEDDING_WAIT: '1' });
  try {
    const on = { test: hurried, client: hurried.as(await hurried.createUser({ premium: true })) };
    const file = await upload(on.client, 'report.txt', 'text/plain', report);
    const id = await send(question, [file], {}, on);
    expect(embedded.length).toBeGreaterThan(20);
    embeds = 'never';
    await send('Where was the escrow account opened?', [], { id }, on);
    expect(prompted).toContain('opened in Zurich');
  } finally {
    await hurried.close();
  }
});

it('searches by words if the embedder fails, reports that to the operator without its key, and recovers', async () => {
  const state = async () => {
    const { body } = await test.app.inject({ method: 'GET', url: '/internal/state' });
    return body;
  };
  embeds = 'not';
  const file = await upload(client, 'report.txt', 'text/plain', report);
  const id = await send('Where was the escrow account opened?', [file]);
  expect(prompted).toContain('opened in Zurich');
  expect(JSON.parse(await state())).toMatchObject({
    embeddings: { since: expect.any(Number) as number, why: expect.stringContaining('401') as string },
  });
  expect(await state()).not.toContain('topsecret');
  embeds = 'well';
  await send(question, [], { id });
  expect(await vectorsOf(file.key)).toHaveLength(1);
  expect(JSON.parse(await state())).not.toHaveProperty('embeddings');
});

it('splits and embeds a file that was read before there were passages', async () => {
  const file = await upload(client, 'old.txt', 'text/plain', report);
  await send('See', [file]);
  await test.db.delete(passageIndexes).where(eq(passageIndexes.key, file.key));
  await test.db.delete(passages).where(eq(passages.key, file.key));
  await test.db.delete(passageVectors).where(eq(passageVectors.key, file.key));
  await send('See', [file]);
  expect(await test.db.select().from(passageIndexes).where(eq(passageIndexes.key, file.key))).toHaveLength(1);
  expect(await vectorsOf(file.key)).toHaveLength(1);
});

/** A file of 3000 sentences, and an embedder that records the texts of each call. */
const longFile = async (vectorOf: (text: string, call: number) => number[]) => {
  const sentences = Array.from({ length: 3000 }, (_, at) => `Sentence ${at} tells where the bees have flown to today.`);
  const file = await upload(client, 'long.txt', 'text/plain', sentences.join(' '));
  await send('See', [file]);
  const slices: (readonly string[])[] = [];
  const embedder: EmbeddingsPort = {
    id: 'recording',
    model: 'recording',
    failing: () => undefined,
    embed: async (texts) => {
      slices.push(texts);
      return texts.map((text) => vectorOf(text, slices.length));
    },
  };
  const warnings: string[] = [];
  const log = { warn: (_details: object, message: string) => void warnings.push(message) };
  const { id: user } = await test.createUser();
  await prepareFiles(test.services, { embedder, user, log, open: false }, [file.key]);
  const stored = (await vectorsOf(file.key)).find((row) => row.embedder === embedder.id);
  return { slices, warnings, vectors: stored && decodeVectors(stored.vectors) };
};

it('embeds a long file slice by slice, so that its vectors are never all held as numbers', async () => {
  const vectorOf = (text: string) => [1, Number(/\d+/.exec(text)) / 3000];
  const { slices, vectors, warnings } = await longFile(vectorOf);
  const texts = slices.flat();
  expect(texts).toHaveLength(3000);
  expect(Math.max(...slices.map(({ length }) => length))).toBeLessThan(texts.length / 2);
  expect(vectors?.bytes).toEqual(reduced(texts.map(vectorOf)).bytes);
  expect(vectors?.counts.reduce((sum, count) => sum + count, 0)).toBe(texts.length);
  expect(warnings).toEqual([]);
});

it('stores no vectors of a file if their dimensions change on the way', async () => {
  const { vectors, warnings } = await longFile((_text, call) => Array.from({ length: call }, () => 1));
  expect(vectors).toBeUndefined();
  expect(warnings).toEqual(['The passages of a file could not be embedded.']);
});

it('deletes passages and vectors with their file', async () => {
  const file = await upload(client, 'report.txt', 'text/plain', report);
  await send('See', [file]);
  await test.services.objects.remove(file.key);
  expect(await vectorsOf(file.key)).toEqual([]);
  expect(await test.db.select().from(passageIndexes).where(eq(passageIndexes.key, file.key))).toEqual([]);
});
