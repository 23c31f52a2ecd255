import { buffer } from 'node:stream/consumers';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { recordObjects } from '../../adapters/objects/recorded.ts';
import { schema } from '../../db/database.ts';
import { newId } from '../../db/id.ts';
import { inspectFile } from '../../domain/files/readings.ts';
import { keyOf } from '../../ports/objects.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { clearForGood } from '../../testing/clear-chat.ts';
import type { TestClient } from '../../testing/client.ts';
import { docx, paragraph } from '../../testing/files/office.ts';
import { lockedPdf, pdf } from '../../testing/files/pdf.ts';
import { heic, photo, png } from '../../testing/files/pictures.ts';
import { named, upload } from '../../testing/files/upload.ts';

const { objectReadings, objects } = schema;

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp({ env: { ATRIUM_SENDS_PER_MINUTE: '0' } });
});
afterAll(() => test.close());

const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const person = async () => test.as(await test.createUser({ premium: true }));
const textOf = (items: readonly { type: string }[]) =>
  items.map((item) => (item.type === 'text' ? (item as { text?: string }).text : '')).join('');
const send = async (client: TestClient, input: Parameters<typeof client.stream<typeof calls.chat.streamReply>>[1]) => {
  const { status, items, body } = await client.stream(calls.chat.streamReply, input);
  const chatId = items.find((item) => item.type === 'chatId')?.chatId ?? '';
  const messageId = items.find((item) => item.type === 'id')?.id ?? '';
  return {
    status,
    text: textOf(items),
    chatId,
    messageId,
    msg: status === 200 ? '' : (JSON.parse(body).msg as string),
  };
};
const chatsOf = async (client: TestClient) => (await client.call(calls.chat.listChats, {})).body.chats;
const report = [
  paragraph('Harvest', 'Heading1'),
  paragraph('The harvest of the year was good. It rained in May.'),
].join('');

describe('a document that is sent', () => {
  it('shapes the answer, and is on the message by its true type and size', async () => {
    const client = await person();
    const file = await upload(client, 'harvest.docx', word, docx(report));
    const { text, messageId } = await send(client, { prompt: 'Summarise this', files: [named(file)] });
    expect(text).toContain('**harvest.docx** (Word document');
    expect(text).toContain('The harvest of the year was good. It rained in May.');
    expect(text).toContain('The document has 12 words.');
    const { body } = await client.call(calls.chat.getMessage, { id: messageId });
    expect(body.userFiles).toEqual([
      { _id: file._id, name: 'harvest.docx', type: word, url: file.url, size: expect.any(Number) },
    ]);
  });

  it('is read once, and is there for the next question of its chat', async () => {
    const client = await person();
    const read = vi.spyOn(test.services.extraction, 'read');
    const file = await upload(client, 'a.pdf', 'application/pdf', pdf([['Bees are busy.'], ['They like the clover.']]));
    const { chatId } = await send(client, { prompt: 'Look', files: [named(file)] });
    const second = await send(client, { prompt: 'Please sum up the file', id: chatId });
    expect(second.text).toContain('I received 1 file in this chat');
    expect(second.text).toMatch(/\*\*a\.pdf\*\* \(PDF, \d+ bytes, 2 pages, 7 words\)/);
    expect(second.text).toContain('Bees are busy.');
    await send(client, { prompt: 'And once more', id: chatId, files: [named(file)] });
    expect(read).toHaveBeenCalledTimes(1);
  });

  it('needs no text beside it', async () => {
    const client = await person();
    const file = await upload(client, 'a.txt', 'text/plain', 'Hello');
    const { status, chatId } = await send(client, { prompt: '', files: [named(file)] });
    expect(status).toBe(200);
    const fileMetadata = [{ name: 'a.txt', type: 'text/plain' }];
    const { body } = await client.call(calls.chat.nameChat, { chatId, prompt: '', fileMetadata });
    expect(body.chat.title).toBe('A.txt');
  });

  it('gets its type from its content, and is served with it', async () => {
    const client = await person();
    const page = '<!doctype html><script>alert(1)</script>';
    const file = await upload(client, 'photo.png', 'image/png', page);
    const { messageId } = await send(client, { prompt: 'See', files: [named(file)] });
    const { body } = await client.call(calls.chat.getMessage, { id: messageId });
    expect(body.userFiles[0]).toMatchObject({ name: 'photo.png', type: 'text/plain' });
    const { headers } = await client.request({ method: 'GET', url: file.url });
    expect(headers).toMatchObject({ 'content-type': 'text/plain', 'x-content-type-options': 'nosniff' });
    expect(headers['content-disposition']).toContain('filename="photo.png"');
  });

  it.each([
    ['text/markdown', 'text/markdown'],
    ['text/html', 'text/plain'],
    ['text/javascript', 'text/plain'],
    ['application/x-sh', 'text/plain'],
  ])('of the type %s is served as %s', async (declared, served) => {
    const client = await person();
    const file = await upload(client, 'a', declared, '# Title');
    await send(client, { prompt: 'See', files: [named(file)] });
    expect((await client.request({ method: 'GET', url: file.url })).headers['content-type']).toBe(served);
  });

  it('has a name without marks that turn the direction of what is read', async () => {
    const client = await person();
    const file = await upload(client, 'a.txt', 'text/plain', 'Hello');
    const { messageId } = await send(client, { prompt: 'See', files: [{ ...named(file), name: 'a\u202Efdp.txt' }] });
    const { body } = await client.call(calls.chat.getMessage, { id: messageId });
    expect(body.userFiles).toMatchObject([{ name: 'afdp.txt' }]);
  });

  it('is stored once, however often it is sent with the same id', async () => {
    const client = await person();
    const file = await upload(client, 'a.txt', 'text/plain', 'Once');
    const input = { prompt: 'See', files: [named(file)], sendId: newId() };
    const both = await Promise.all([send(client, input), send(client, input)]);
    expect(both[0].messageId).toBe(both[1].messageId);
    expect(await chatsOf(client)).toHaveLength(1);
  });

  it('is deleted with its chat, together with its extracted text', async () => {
    const client = await person();
    const file = await upload(client, 'a.txt', 'text/plain', 'Gone');
    const { chatId } = await send(client, { prompt: 'See', files: [named(file)] });
    expect(await test.db.$count(objectReadings, eq(objectReadings.key, file.key))).toBe(1);
    await clearForGood(test, client, chatId);
    expect(await test.db.$count(objectReadings, eq(objectReadings.key, file.key))).toBe(0);
    expect((await client.request({ method: 'GET', url: file.url })).status).toBe(404);
  });
});

describe('a picture that is sent', () => {
  it('has its dimensions on the message', async () => {
    const client = await person();
    const file = await upload(client, 'wide.png', 'image/png', png(40, 10));
    const { text, messageId } = await send(client, { prompt: 'Look', files: [named(file)] });
    expect(text).toContain('**wide.png** (picture,');
    expect(text).toContain('40 × 10 pixels');
    const { body } = await client.call(calls.chat.getMessage, { id: messageId });
    expect(body.userFiles[0]).toMatchObject({ type: 'image/png', aspectRatio: 4 });
  });

  it.each([
    ['a photo that was taken upright', 'image/jpeg', photo(40, 20, 6), 0.5],
    ['a drawing, which only the browser measures', 'image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"/>', 3],
    ['a text that claims to be a picture', 'image/png', 'Hello', undefined],
  ])('has the shape that browsers show it in: %s', async (_, type, content, aspectRatio) => {
    const client = await person();
    const file = await upload(client, 'a', type, content);
    const { messageId } = await send(client, { prompt: 'Look', files: [{ ...named(file), aspectRatio: 3 }] });
    const { body } = await client.call(calls.chat.getMessage, { id: messageId });
    expect(body.userFiles[0]?.aspectRatio).toBe(aspectRatio);
  });

  it('of the type HEIC is shown as a JPEG at the same address', async () => {
    const client = await person();
    const file = await upload(client, 'IMG_1.HEIC', 'application/octet-stream', heic());
    const first = await send(client, { prompt: 'Look', files: [named(file)] });
    const { body } = await client.call(calls.chat.getMessage, { id: first.messageId });
    expect(body.userFiles[0]).toMatchObject({ name: 'IMG_1.jpg', type: 'image/jpeg', url: file.url });
    const { headers, text } = await client.request({ method: 'GET', url: file.url });
    expect(headers).toMatchObject({ 'content-type': 'image/jpeg' });
    expect(text).toContain('JFIF');
    expect(await send(client, { prompt: 'Again', files: [named(file)] })).toMatchObject({ status: 200 });
  });

  it.each([
    ['the store fails to replace it', 'before'],
    ['what was read of it is not stored', 'after'],
  ] as const)('of the type HEIC is shown as a JPEG even if at first %s', async (_, moment) => {
    const file = await upload(await person(), 'IMG_1.HEIC', 'application/octet-stream', heic());
    const key = keyOf(file.url)!;
    let failing = true;
    const { objects: store } = test.services;
    const revise: typeof store.revise = async (...revision) => {
      if (moment === 'after' || !failing) await store.revise(...revision);
      if (failing) throw new Error('Gone.');
    };
    const services = { ...test.services, objects: { ...store, revise } };
    await expect(inspectFile(services, key, file.name)).rejects.toThrow('Gone.');
    failing = false;
    expect(await inspectFile(services, key, file.name)).toMatchObject({ type: 'image/jpeg' });
    const stored = await store.read(key);
    expect(stored).toMatchObject({ name: 'IMG_1.jpg', type: 'image/jpeg' });
    expect((await buffer(stored!.content)).subarray(6, 10).toString('latin1')).toBe('JFIF');
  });
});

it('a file that is deleted while it is read does not come back', async () => {
  const file = await upload(await person(), 'IMG_1.HEIC', 'application/octet-stream', heic());
  const key = keyOf(file.url)!;
  const removed: string[] = [];
  // A bucket stores new content under a key that was just removed.
  const bucket = { ...test.services.objects, revise: async () => test.services.objects.remove(key) };
  const objects = recordObjects({ ...bucket, remove: async (one) => void removed.push(one) }, test.db);
  await expect(inspectFile({ ...test.services, objects }, key, file.name)).rejects.toThrow('object_readings');
  expect(removed).toEqual([key]);
});

describe('a file that cannot be used', () => {
  const refused = async (
    client: TestClient,
    files: readonly { _id: string; name: string; type: string; url: string }[],
  ) => {
    const { status, msg } = await send(client, { prompt: 'See', files: [...files] });
    expect(await chatsOf(client)).toEqual([]);
    return [status, msg];
  };

  it('stops the message with a sentence that names it, and stays stored', async () => {
    const client = await person();
    const locked = await upload(client, 'secret.pdf', 'application/pdf', lockedPdf());
    const empty = await upload(client, 'empty.txt', 'text/plain', '');
    const fine = await upload(client, 'fine.txt', 'text/plain', 'Fine');
    const files = [locked, fine, empty].map(named);
    const sentence =
      '“secret.pdf” is protected by a password. Please remove the password and upload it again. “empty.txt” is empty.';
    expect(await refused(client, files)).toEqual([400, sentence]);
    expect(await refused(client, files)).toEqual([400, sentence]);
    expect(await send(client, { prompt: 'See', files: [named(fine)] })).toMatchObject({ status: 200 });
  });

  it('was never uploaded, or not completely', async () => {
    const client = await person();
    const { body } = await client.call(calls.files.uploadUrl, { fileType: 'text/plain', folder: 'chatFiles' });
    const file = { _id: '1', name: 'half.txt', type: 'text/plain', url: `/objects/${body.key}` };
    expect(await refused(client, [file])).toEqual([
      400,
      '“half.txt” was not uploaded completely. Please upload it again.',
    ]);
  });

  it('belongs to another user', async () => {
    const [owner, stranger] = [await person(), await person()];
    const file = await upload(owner, 'mine.txt', 'text/plain', 'Mine');
    for (const url of [file.url, `https://elsewhere.test${file.url}`, 'https://elsewhere.test/a.txt', '/objects/../x'])
      expect(await refused(stranger, [{ ...named(file), url }])).toEqual([
        403,
        'Failed to authenticate your ownership of this resource.',
      ]);
  });

  it('is too large, alone or with others', async () => {
    const client = await person();
    const files = await Promise.all(['a.txt', 'b.txt'].map((name) => upload(client, name, 'text/plain', name)));
    const grow = (size: number) => test.db.update(objects).set({ size }).where(eq(objects.key, files[0]!.key));
    await grow(100 * 1024 * 1024 + 1);
    expect(await refused(client, files.map(named))).toEqual([
      400,
      'File size too large for: a.txt. Maximum file size is 100MB per file.',
    ]);
    await grow(100 * 1024 * 1024 - 1);
    expect(await refused(client, files.map(named))).toEqual([
      400,
      'Total attachment size (100.01MB) exceeds the maximum limit of 100MB. Please remove some files or upload smaller files.',
    ]);
    await grow(100 * 1024 * 1024 - 'b.txt'.length);
    expect((await send(client, { prompt: 'See', files: files.map(named) })).status).toBe(200);
  });
});

it('is readable for users who continue the shared chat, as part of the chat', async () => {
  const [owner, other] = [await person(), await person()];
  const file = await upload(owner, 'a.txt', 'text/plain', 'Otters hold hands while they sleep in the river at night.');
  const { chatId } = await send(owner, { prompt: 'See', files: [named(file)] });
  const { body } = await owner.call(calls.chat.shareChat, { chatId });
  const { text } = await send(other, { prompt: 'Summarise the file', shareId: body.id });
  expect(text).toContain('Otters hold hands');
});
