import * as calls from '@atrium/shared-kernel/contracts/calls';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { schema } from '../../db/database.ts';
import { keyOf } from '../../ports/objects.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import type { TestClient } from '../../testing/client.ts';
import { png } from '../../testing/files/pictures.ts';
import { named, upload } from '../../testing/files/upload.ts';
import { startImagesServer } from '../../testing/images-server.ts';

const { messageFiles, objects } = schema;

let server: Awaited<ReturnType<typeof startImagesServer>>;
let test: TestApp;
let client: TestClient;
beforeEach(async () => {
  server = await startImagesServer();
  test = await createTestApp({ env: { IMAGE_MODEL: 'draws', IMAGE_BASE_URL: server.url } });
  client = test.as(await test.createUser({ premium: true }));
});
afterEach(async () => {
  await test.close();
  await server.close();
});

const photo = (size: number) => png(size, size);
const show = async (content: Buffer, id?: string) => {
  const file = await upload(client, 'photo.png', 'image/png', content);
  const input = { prompt: 'What is on it?', files: [named(file)], ...(id ? { id } : {}) };
  const { items } = await client.stream(calls.chat.streamReply, input);
  return { url: file.url, chatId: id ?? items.find((item) => item.type === 'chatId')!.chatId };
};
const draw = async (prompt: string, id: string) => {
  await client.stream(calls.chat.streamReply, { prompt, id, imageMode: true });
  return server.requests.at(-1)!.body;
};
/** A photo, a picture that was drawn, and another photo; the picture is changed next. */
const chatWith = async (change: (url: string) => Promise<unknown>) => {
  const drawn = photo(2);
  server.answer = { status: 200, body: JSON.stringify({ data: [{ b64_json: drawn.toString('base64') }] }) };
  const { chatId } = await show(photo(1));
  await draw('A cat', chatId);
  const { url } = await show(photo(3), chatId);
  await change(url);
  return { changed: await draw('Remove the background', chatId), drawn };
};

it('a drawn picture is changed if the newer photo is too large to be sent, and not an older photo', async () => {
  const { changed, drawn } = await chatWith((url) =>
    test.db
      .update(objects)
      .set({ size: 25 * 1024 * 1024 })
      .where(eq(objects.key, keyOf(url)!)),
  );
  expect(changed).toContain(drawn.toString('latin1'));
});

it('a newer photo is changed whatever type its message names, if it can be sent', async () => {
  const { changed } = await chatWith((url) =>
    test.db.update(messageFiles).set({ type: 'image/heic' }).where(eq(messageFiles.url, url)),
  );
  expect(changed).toContain(photo(3).toString('latin1'));
});
