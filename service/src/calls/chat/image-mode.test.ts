import * as calls from '@atrium/shared-kernel/contracts/calls';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import type { TestClient } from '../../testing/client.ts';
import { png } from '../../testing/files/pictures.ts';
import { named, upload } from '../../testing/files/upload.ts';
import { startImagesServer } from '../../testing/images-server.ts';

const send = async (client: TestClient, prompt: string, chatId?: string) => {
  const input = { prompt, imageMode: true, ...(chatId ? { id: chatId } : {}) };
  const { items } = await client.stream(calls.chat.streamReply, input);
  const id = items.find((item) => item.type === 'id')!.id;
  const { body } = await client.call(calls.chat.getMessage, { id });
  return { items, message: body, chatId: items.find((item) => item.type === 'chatId')!.chatId };
};

describe('image mode by the demo model', () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await createTestApp();
  });
  afterAll(() => test.close());

  it('stores a labeled PNG for its owner only, and changes the last picture if the prompt refers to it', async () => {
    const client = test.as(await test.createUser({ premium: true }));
    const first = await send(client, 'A cat on a roof');
    expect(first.items.at(-1)).toMatchObject({ outcome: 'complete' });
    const url = first.message.assistantFileUrl!;
    expect(first.items).toContainEqual(expect.objectContaining({ type: 'image', url }));
    expect(first.message).toMatchObject({ assistantFileType: 'image', modal: 'Demo model' });
    const file = await client.request({ method: 'GET', url });
    expect(file.headers['content-type']).toBe('image/png');
    const stranger = test.as(await test.createUser({ premium: true }));
    expect((await stranger.request({ method: 'GET', url })).status).toBe(403);

    const second = await send(client, 'Make it brighter', first.chatId);
    expect(second.message.content).toBe('Here is the changed picture.');
    const third = await send(client, 'A dog in a boat', first.chatId);
    expect(third.message.content).toBe('Here is the picture.');
  });
});

describe('image mode by an endpoint', () => {
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

  it.each([
    [400, { error: { code: 'content_policy_violation' } }, 'refused'],
    [429, { error: { message: 'Slow down.' } }, 'busy'],
    [401, { error: { message: 'Unknown key.' } }, 'misconfigured'],
    [500, {}, 'unreachable'],
  ])('that fails with %i says why, as other models do, and creates no picture', async (status, body, failure) => {
    server.answer = { status, body: JSON.stringify(body) };
    const { message } = await send(client, 'Something');
    expect(message).toMatchObject({ failed: true, content: '', failure });
    expect(message.assistantFileUrl).toBeUndefined();
  });

  it('fails if the response is not a picture', async () => {
    const script = Buffer.from('<svg onload="alert(1)"/>').toString('base64');
    server.answer = { status: 200, body: JSON.stringify({ data: [{ b64_json: script }] }) };
    const { message } = await send(client, 'Something');
    expect(message).toMatchObject({ failed: true, content: '', failure: 'misconfigured' });
    expect(message.assistantFileUrl).toBeUndefined();
  });

  it('changes a photo that was uploaded after the last picture, and then what became of it', async () => {
    const drawnAs = (content: Buffer) => {
      server.answer = { status: 200, body: JSON.stringify({ data: [{ b64_json: content.toString('base64') }] }) };
      return content.toString('latin1');
    };
    const received = () => server.requests.at(-1)!.body;
    drawnAs(png(1, 1));
    const { chatId } = await send(client, 'A cat');
    const photo = png(3, 2);
    const file = await upload(client, 'me.png', 'image/png', photo);
    await client.stream(calls.chat.streamReply, { prompt: 'What is on it?', id: chatId, files: [named(file)] });
    const changed = drawnAs(png(5, 4));
    await send(client, 'Remove the background', chatId);
    expect(received()).toContain(photo.toString('latin1'));
    await send(client, 'Make it brighter', chatId);
    expect(received()).toContain(changed);
  });

  it('aborts the provider’s work when it is stopped', async () => {
    const streaming = client.stream(calls.chat.streamReply, { prompt: 'Slow', imageMode: true });
    await expect.poll(() => server.requests.length).toBe(1);
    const { body } = await client.call(calls.chat.listChats, {});
    const chat = await client.call(calls.chat.getChat, { chatId: body.chats[0]!._id });
    await client.call(calls.chat.stopReply, { messageId: chat.body.messages[0]!._id });
    expect((await streaming).items.at(-1)).toMatchObject({ type: 'end', outcome: 'stopped' });
    await expect.poll(() => server.aborted).toBe(1);
  });
});

it('image mode is refused if a model is configured, but no image model', async () => {
  const model = { label: 'M', reply: async function* () {}, name: async () => '', improve: async () => '' };
  const test = await createTestApp({ model });
  try {
    const client = test.as(await test.createUser({ premium: true }));
    const answer = await client.stream(calls.chat.streamReply, { prompt: 'A cat', imageMode: true });
    const msg = 'Image mode needs an image model, which is not set up here.';
    expect([answer.status, JSON.parse(answer.body)]).toEqual([400, { code: 'image-not-set-up', msg }]);
  } finally {
    await test.close();
  }
});
