import * as calls from '@atrium/shared-kernel/contracts/calls';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { schema } from '../../db/database.ts';
import { objectUrl } from '../../ports/objects.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { webm } from '../../testing/files/sounds.ts';
import { named, upload } from '../../testing/files/upload.ts';
import { uploadsRemoval } from './remove-uploads.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const day = 24 * 60 * 60 * 1000;
const keysLeft = async () => (await test.db.select().from(schema.objects)).map(({ key }) => key);

it('removes uploads that nothing names after a day, complete or not, and no other', async () => {
  const client = test.as(await test.createUser({ premium: true }));
  const text = (name: string) => upload(client, name, 'text/plain', name);
  const [unused, sent, ofAgent] = [await text('unused.txt'), await text('sent.txt'), await text('agent.txt')];
  const note = await upload(client, 'note', 'audio/webm', webm(2), 'audio-notes');
  const { body: begun } = await client.call(calls.files.uploadUrl, { fileType: 'text/plain', folder: 'chatFiles' });
  await client.stream(calls.chat.streamReply, { prompt: 'See', files: [named(sent)] });
  await client.stream(calls.chat.streamReply, { prompt: '', voiceNote: note.url });
  const { name, type, url } = ofAgent;
  const agent = { title: 'Clerk', instruction: 'Be kind.' };
  const { body } = await client.call(calls.agents.createEditAgent, { ...agent, files: [{ name, type, url }] });

  await uploadsRemoval(test.services, () => Date.now() + day - 60_000).run();
  expect((await keysLeft()).toSorted()).toEqual([unused, sent, ofAgent, note, begun].map(({ key }) => key).toSorted());

  await uploadsRemoval(test.services, () => Date.now() + day + 60_000).run();
  expect((await keysLeft()).toSorted()).toEqual([sent, ofAgent, note].map(({ key }) => key).toSorted());
  expect((await client.request({ method: 'GET', url: unused.url })).status).toBe(404);
  expect((await client.request({ method: 'GET', url: sent.url })).text).toBe('sent.txt');

  await client.call(calls.agents.deleteAgent, { flowId: body.flow!._id });
  await uploadsRemoval(test.services, () => Date.now() + day + 60_000).run();
  expect((await keysLeft()).toSorted()).toEqual([sent, note].map(({ key }) => key).toSorted());
});

it('reads agents, collections and users once, however many files are stored', async () => {
  const client = test.as(await test.createUser({ premium: true }));
  const { id: userId } = await test.createUser();
  const keyOf = (at: number) => `chatFiles/${userId}/${at.toString(16).padStart(24, '0')}/a.txt`;
  const keys = Array.from({ length: 1001 }, (_, at) => keyOf(at));
  await test.db
    .insert(schema.objects)
    .values(keys.map((key) => ({ key, userId, folder: 'chatFiles', type: 'text/plain' })));
  const files = keys.map((key, at) => ({ fileId: String(at), name: 'a.txt', type: 'text/plain', url: objectUrl(key) }));
  const agent = { title: 'Librarian', instruction: 'Be kind.' };
  const { body } = await client.call(calls.agents.createEditAgent, agent);
  await test.db.update(schema.agents).set({ files }).where(eq(schema.agents.id, body.flow!._id));

  const queries = vi.spyOn(test.services.database.pool, 'query');
  await uploadsRemoval(test.services, () => Date.now() + day + 60_000).run();
  const statements = queries.mock.calls.map(([query]) => JSON.stringify(query));
  queries.mockRestore();
  expect(await keysLeft()).toEqual(expect.arrayContaining(keys));
  for (const table of ['agents', 'tag_contexts', 'users'])
    expect([table, statements.filter((text) => text.includes(`from \\"${table}\\"`)).length]).toEqual([table, 1]);

  await client.call(calls.agents.deleteAgent, { flowId: body.flow!._id });
  await uploadsRemoval(test.services, () => Date.now() + day + 60_000).run();
  expect(await keysLeft()).not.toEqual(expect.arrayContaining([expect.stringContaining(userId)]));
});

it('removes a downloaded answer after a day, and no document or picture of a message', async () => {
  const client = test.as(await test.createUser({ premium: true }));
  const before = await keysLeft();
  for (const sent of [{ prompt: 'make a document' }, { prompt: 'A river', imageMode: true }])
    await client.stream(calls.chat.streamReply, sent);
  const made = await keysLeft();
  expect(made).toHaveLength(before.length + 2);
  await client.call(calls.files.generateDocument, { type: 'docx', title: 'Plan', markdown: 'Be kind.' });
  expect(await keysLeft()).toHaveLength(made.length + 1);
  await uploadsRemoval(test.services, () => Date.now() + day + 60_000).run();
  expect((await keysLeft()).toSorted()).toEqual(made.toSorted());
});
