import * as calls from '@atrium/shared-kernel/contracts/calls';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { schema } from '../../db/database.ts';
import { keyOf } from '../../ports/objects.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import type { TestClient } from '../../testing/client.ts';
import { pdf } from '../../testing/files/pdf.ts';
import { upload } from '../../testing/files/upload.ts';

let test: TestApp;
let client: TestClient;
beforeAll(async () => {
  test = await createTestApp({ env: { MODEL_DOCUMENT_CHARACTERS: '1000' } });
  client = test.as(await test.createUser({ premium: true }));
});
afterAll(() => test.close());

const inspect = (files: { name: string; url: string }[], by = client) => by.call(calls.files.inspectFiles, { files });
const uploaded = async (name: string, type: string, content: Buffer | string) => {
  const { url } = await upload(client, name, type, content);
  return { name, url };
};

it('reports before a file is sent what the model will not read of it', async () => {
  const files = [
    await uploaded('scan.pdf', 'application/pdf', pdf([[], []])),
    await uploaded('long.txt', 'text/plain', 'word '.repeat(1000)),
    await uploaded('fine.txt', 'text/plain', 'Tea.'),
    await uploaded('broken.pdf', 'application/pdf', '%PDF-1.7 no more'),
  ];
  const { status, body } = await inspect(files);
  expect(status).toBe(200);
  const [scan, long, , broken] = files;
  expect(body.notes).toEqual([
    { url: scan!.url, code: 'no-text', text: expect.stringContaining('“scan.pdf”') },
    { url: long!.url, code: 'cut', text: expect.stringContaining('Only parts of “long.txt”') },
    { url: broken!.url, code: 'broken', text: expect.stringContaining('“broken.pdf” is damaged') },
  ]);
});

it('names the pages of a PDF that the model gets no text from, before it is sent and with the answer', async () => {
  const files = [
    await uploaded('partly.pdf', 'application/pdf', pdf([['Tea.'], [], [], ['More tea.'], []])),
    await uploaded('whole.pdf', 'application/pdf', pdf([['Tea.'], ['More tea.']])),
  ];
  const [partly] = files;
  expect((await inspect(files)).body.notes).toEqual([
    {
      url: partly!.url,
      code: 'empty-pages',
      text: expect.stringContaining('no text from pages 2–3, 5 of “partly.pdf”'),
    },
  ]);
  const userFiles = files.map(({ name, url }, at) => ({ _id: String(at), name, url, type: 'application/pdf' }));
  const { items } = await client.stream(calls.chat.streamReply, { prompt: 'Tea?', files: userFiles });
  expect(items.flatMap((item) => (item.type === 'omission' ? [item.omission] : []))).toEqual([
    { kind: 'pages-empty', count: 1, names: ['partly.pdf'], pages: '2–3, 5' },
  ]);
});

it('reads only the files of its sender, and none whose upload never happened', async () => {
  const file = await uploaded('fine.txt', 'text/plain', 'Tea.');
  const other = test.as(await test.createUser({ premium: true }));
  expect(await inspect([file], other)).toMatchObject({ status: 403, body: { code: 'not-your-file' } });
  expect(await inspect([{ name: 'x', url: 'https://a.test/x' }])).toMatchObject({ status: 403 });
  const { body } = await client.call(calls.files.uploadUrl, { fileType: 'text/plain', folder: 'chatFiles' });
  expect((await inspect([{ name: 'never.txt', url: `/objects/${body.key}` }])).body.notes).toMatchObject([
    { code: 'notUploaded' },
  ]);
});

it('keeps the bytes of a file whose owner’s rows are gone', async () => {
  const file = await uploaded('fine.txt', 'text/plain', 'Tea.');
  const key = keyOf(file.url)!;
  await test.db.delete(schema.objects).where(eq(schema.objects.key, key));
  expect((await inspect([file])).body.notes).toMatchObject([{ code: 'notUploaded' }]);
  const stored = await test.services.objects.read(key);
  stored?.content.destroy();
  expect(stored).toBeDefined();
});

it('says of an agent whose file is a scan that the model got no text from it, without its name', async () => {
  const { name, url } = await uploaded('rules.pdf', 'application/pdf', pdf([[]]));
  const agent = { title: 'Clerk', instruction: '', files: [{ name, type: 'application/pdf', url }] };
  const { body } = await client.call(calls.agents.createEditAgent, agent);
  const { items } = await client.stream(calls.chat.streamReply, { prompt: 'Rules?', flowId: body.flow!._id });
  expect(items.flatMap((item) => (item.type === 'omission' ? [item.omission] : []))).toEqual([
    { kind: 'agent-files-empty', count: 1 },
  ]);
});
