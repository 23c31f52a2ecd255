import * as calls from '@atrium/shared-kernel/contracts/calls';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { ModelFile, ModelPort } from '../../ports/model.ts';
import { objectReadings } from '../../db/schema/files.ts';
import { modelFiles } from './model-files.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { png } from '../../testing/files/pictures.ts';
import { named, upload } from '../../testing/files/upload.ts';
import type { TestClient } from '../../testing/client.ts';

let given: readonly ModelFile[] = [];
const model: ModelPort = {
  label: 'Listener',
  async *reply({ files = [] }) {
    given = files;
    yield { type: 'text', text: 'Yes.' };
  },
  name: async () => 'Title',
  improve: async (prompt) => prompt,
};

let test: TestApp;
let client: TestClient;
beforeAll(async () => {
  test = await createTestApp({ model, env: { MODEL_DOCUMENT_CHARACTERS: '1000', ATRIUM_SENDS_PER_MINUTE: '0' } });
});
beforeEach(async () => {
  client = test.as(await test.createUser({ premium: true }));
});
afterAll(() => test.close());

const text = (name: string, length: number) => upload(client, name, 'text/plain', name[0]!.repeat(length));
const send = async (files: readonly Parameters<typeof named>[0][], more: object = {}) => {
  const { items } = await client.stream(calls.chat.streamReply, { prompt: 'See', files: files.map(named), ...more });
  return items.find((item) => item.type === 'chatId')!.chatId;
};
/** `whole`, or the percentage of the room that is used, rounded to tens. */
const lengths = (room = 1000) =>
  given.map(({ name, from, document: { text: words = '', characters = 0 } = {} }) => [
    name,
    from,
    words.length === characters ? 'whole' : Math.round((words.length / room) * 10) * 10,
    characters,
  ]);
const allOf = () => given.reduce((sum, { document }) => sum + (document?.text.length ?? 0), 0);

it('returns the newest files first, each once, and cuts those that are too long', async () => {
  const [long, short, later] = [await text('long.txt', 4000), await text('short.txt', 100), await text('x.txt', 400)];
  const id = await send([long, short]);
  expect(lengths()).toEqual([
    ['long.txt', 'prompt', 80, 4000],
    ['short.txt', 'prompt', 'whole', 100],
  ]);
  expect(allOf()).toBeLessThanOrEqual(1000);
  await send([later, short], { id });
  expect(lengths()).toEqual([
    ['x.txt', 'prompt', 'whole', 400],
    ['short.txt', 'prompt', 'whole', 100],
    ['long.txt', 'chat', 40, 4000],
  ]);
  expect(allOf()).toBeLessThanOrEqual(1000);
});

it('returns the original name of a text, also later, while its message calls it .txt', async () => {
  const script = { ...(await text('x.txt', 50)), originalName: 'x.py' };
  const { items } = await client.stream(calls.chat.streamReply, {
    prompt: 'See',
    files: [{ ...named(script), originalName: 'x.py' }],
  });
  const id = items.find((item) => item.type === 'chatId')!.chatId;
  expect(given.map(({ name }) => name)).toEqual(['x.py']);
  await send([], { id });
  expect(given.map(({ name }) => name)).toEqual(['x.py']);
  const { body } = await client.call(calls.chat.getChat, { chatId: id });
  expect(body.messages[0]!.userFiles.map(({ name }) => name)).toEqual(['x.txt']);
});

it('reports that a file was longer than what is read of it', async () => {
  const long = await text('long.txt', 500);
  await send([long]);
  await test.db.update(objectReadings).set({ cut: true }).where(eq(objectReadings.key, long.key));
  const { items } = await client.stream(calls.chat.streamReply, { prompt: 'See', files: [named(long)] });
  expect(items).toContainEqual(
    expect.objectContaining({ type: 'omission', omission: { kind: 'files-cut', count: 1, names: ['long.txt'] } }),
  );
});

it('reserves a part of the room for the files of an agent', async () => {
  const rules = await text('rules.txt', 4000);
  const { name, type, url } = rules;
  const agent = { title: 'Clerk', instruction: '', files: [{ name, type, url }] };
  const { body } = await client.call(calls.agents.createEditAgent, agent);
  await send([await text('long.txt', 4000)], { flowId: body.flow!._id });
  // A passage is included whole or not at all; with its mark, a second one would exceed these 40 %.
  expect(lengths()).toEqual([
    ['long.txt', 'prompt', 60, 4000],
    ['rules.txt', 'agent', 20, 4000],
  ]);
});

it('returns at most ten pictures with their bytes, and names the others', async () => {
  const pictures = await Promise.all(
    Array.from({ length: 11 }, (_, index) => upload(client, `${index}.png`, 'image/png', png(2, index + 1))),
  );
  await send(pictures);
  expect(given).toHaveLength(11);
  expect(given.filter(({ picture }) => picture)).toHaveLength(10);
  expect(given[0]).toMatchObject({ type: 'image/png', picture: { width: 2, height: 1 } });
  expect(Buffer.from(await given[0]!.picture!.load())).toEqual(png(2, 1));
  expect(given[10]).toMatchObject({ name: '10.png', type: 'image/png' });
});

it('leaves room for pictures beside documents, and at least half of it for these', async () => {
  const long = await text('long.txt', 900);
  const picture = await upload(client, 'a.png', 'image/png', png(300, 100));
  await send([long, picture]);
  const attached = [long, picture].map(({ key, name }) => ({ key, name }));
  const charactersWith = async (mostPictureTokens: number) => {
    const query = { prompt: 'See' };
    const count = (words: string) => words.length;
    const wanted = { branch: [], attached, agentFiles: [], query, room: 1000, tokens: 900, mostPictureTokens, count };
    const { files } = await modelFiles(test.db, test.services.objects, wanted);
    return files[0]!.document!.text.length;
  };
  expect(await charactersWith(0)).toBe(900);
  const beside = await charactersWith(1000);
  expect(beside).toBeLessThanOrEqual(860);
  expect(beside).toBeGreaterThan(450);
});

it('does not show one chat the files of another', async () => {
  await send([await text('long.txt', 50)]);
  await send([]);
  expect(given).toEqual([]);
});
