import * as calls from '@atrium/shared-kernel/contracts/calls';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { passageIndexes } from '../../db/schema/files.ts';
import type { ModelFile, ModelPort } from '../../ports/model.ts';
import { modelFiles } from '../chats/model-files.ts';
import { tokensOf } from '../context/tokens.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import type { TestClient } from '../../testing/client.ts';
import { named, upload } from '../../testing/files/upload.ts';

let given: readonly ModelFile[] = [];
let answer = 'Yes.';
const model: ModelPort = {
  label: 'Listener',
  async *reply({ files = [] }) {
    given = files;
    yield { type: 'text', text: answer };
  },
  name: async () => 'Title',
  improve: async (prompt) => prompt,
};

let test: TestApp;
let client: TestClient;
beforeAll(async () => {
  test = await createTestApp({ model, env: { MODEL_DOCUMENT_CHARACTERS: '6000', ATRIUM_SENDS_PER_MINUTE: '0' } });
});
beforeEach(async () => {
  answer = 'Yes.';
  client = test.as(await test.createUser({ premium: true }));
});
afterAll(() => test.close());

const send = async (files: readonly Parameters<typeof named>[0][], more: object = {}) => {
  const { items } = await client.stream(calls.chat.streamReply, { prompt: 'See', files: files.map(named), ...more });
  return items.find((item) => item.type === 'chatId')!.chatId;
};

const paragraphs = Array.from({ length: 80 }, (_, at) => `Paragraph ${at} tells of bees and flowers. `.repeat(10));
const report = paragraphs.toSpliced(60, 0, 'The escrow account was opened in Zurich.').join('\n\n');

it('reads a long file in parts: its passages are stored sealed, and those that match the question are sent', async () => {
  const file = await upload(client, 'report.txt', 'text/plain', report);
  const { items } = await client.stream(calls.chat.streamReply, {
    prompt: 'Where was the escrow account opened?',
    files: [named(file)],
  });
  expect(items).toContainEqual(
    expect.objectContaining({ omission: { kind: 'files-in-parts', count: 1, names: ['report.txt'] } }),
  );
  const { passages = [], text: words, passageCount = 0 } = given[0]!.document!;
  const found = passages.find((one) => one.text.includes('opened in Zurich'));
  expect(words).toContain(`[#${found!.n}]\n`);
  expect(passageCount).toBeGreaterThan(20);
  const { rows } = await test.db.execute<{ text: string }>(
    sql`select text from passages where key = ${file.key} order by position`,
  );
  expect(rows).toHaveLength(passageCount);
  expect(rows.every(({ text: stored }) => !stored.includes('of bees'))).toBe(true);
  const id = items.find((item) => item.type === 'chatId')!.chatId;
  await send([], { id, prompt: 'And what does paragraph 33 say?' });
  expect(given[0]!.document!.text).toContain('Paragraph 33 tells');
});

it('sends as much of a file as fits by the model’s token count', async () => {
  const file = await upload(client, 'report.txt', 'text/plain', report);
  await send([file]);
  const charactersOf = async (count: (text: string) => number) => {
    const attached = [{ key: file.key, name: file.name }];
    const query = { prompt: 'bees' };
    const wanted = { branch: [], attached, agentFiles: [], query, room: 100_000, tokens: 2000, count };
    const { files } = await modelFiles(test.db, test.services.objects, wanted);
    expect(count(files[0]!.document!.text)).toBeLessThanOrEqual(2000);
    return files[0]!.document!.text.length;
  };
  expect(await charactersOf((text) => tokensOf(text) / 2)).toBeGreaterThan(1.5 * (await charactersOf(tokensOf)));
});

it('stores the passages of a short file too: it is not split again for each prompt', async () => {
  const file = await upload(client, 'letter.txt', 'text/plain', paragraphs.slice(0, 8).join('\n\n'));
  await send([file]);
  expect(await test.db.select().from(passageIndexes).where(eq(passageIndexes.key, file.key))).toHaveLength(1);
});

it('splits what was read before there were passages when it is needed', async () => {
  const file = await upload(client, 'old.txt', 'text/plain', report);
  await send([file], { prompt: 'Hm?' });
  await test.db.delete(passageIndexes).where(eq(passageIndexes.key, file.key));
  await send([file], { prompt: 'Where was the escrow account opened?' });
  expect(given[0]!.document!.text).toContain('opened in Zurich');
});

it('lists the passages that an answer cites, in the stream, in the chat and in its copy, and no invented one', async () => {
  const file = await upload(client, 'report.txt', 'text/plain', report);
  answer = 'In Zurich [#2]. So they say [#99], [#1] and [#2, #1].';
  const { items } = await client.stream(calls.chat.streamReply, {
    prompt: 'Where was the escrow account opened?',
    files: [named(file)],
  });
  const shown = given[0]!.document!.passages!;
  const cited = [0, 1].map((at) => ({
    n: at + 1,
    file: { name: 'report.txt', url: file.url },
    position: shown[at]!.position,
    text: shown[at]!.text.slice(0, 500),
  }));
  expect(items.find((item) => item.type === 'passages')).toMatchObject({ passages: cited });
  const chatId = items.find((item) => item.type === 'chatId')!.chatId;
  const { body } = await client.call(calls.chat.getChat, { chatId });
  expect(body.messages[0]!.passages).toEqual(cited);
  answer = 'Nothing of it [#1].';
  const { items: later } = await client.stream(calls.chat.streamReply, { prompt: 'Hello' });
  expect(later.some((item) => item.type === 'passages')).toBe(false);
});

it('hides the content of an agent’s files from its users: nothing of them is cited', async () => {
  const { name, type, url } = await upload(client, 'rules.txt', 'text/plain', report);
  const agent = { title: 'Clerk', instruction: '', files: [{ name, type, url }] };
  const { body } = await client.call(calls.agents.createEditAgent, agent);
  answer = 'By the rules [#1].';
  await send([], { flowId: body.flow!._id, prompt: 'Where was the escrow account opened?' });
  expect(given[0]!.document!.text).toContain('opened in Zurich');
  expect(given[0]!.document!.passages!.some(({ n }) => n !== undefined)).toBe(false);
});
