import * as calls from '@atrium/shared-kernel/contracts/calls';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keyOf } from '../../ports/objects.ts';
import { schema } from '../../db/database.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { clearForGood } from '../../testing/clear-chat.ts';
import type { TestClient } from '../../testing/client.ts';

const { messageFiles, objects, users } = schema;

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

/** A user with a chat whose answer created a document. */
const withDocument = async () => {
  const user = await app.createUser({ premium: true });
  const client = app.as(user);
  const { items } = await client.stream(calls.chat.streamReply, { prompt: 'make a document' });
  const chatId = items.find((item) => item.type === 'chatId')!.chatId;
  const messageId = items.find((item) => item.type === 'id')!.id;
  const { body } = await client.call(calls.chat.getMessage, { id: messageId });
  return { user, client, chatId, messageId, url: body.assistantFileUrl! };
};
const statusOf = async (client: TestClient, url: string) => (await client.request({ method: 'GET', url })).status;
const remove = (client: TestClient, chatId: string) => clearForGood(app, client, chatId);
const rowOf = (url: string) =>
  app.db
    .select()
    .from(objects)
    .where(eq(objects.key, keyOf(url)!));

describe('a file that an answer created', () => {
  it('is recorded with its owner, type and size', async () => {
    const { user, url } = await withDocument();
    expect(await rowOf(url)).toMatchObject([
      {
        userId: user.id,
        folder: 'documents',
        name: 'project-brief.md',
        type: 'text/markdown',
        uploadedDate: expect.any(Date),
      },
    ]);
    expect((await rowOf(url))[0]?.size).toBeGreaterThan(100);
  });

  it('is deleted with its chat', async () => {
    const { client, chatId, url } = await withDocument();
    expect((await remove(client, chatId)).status).toBe(200);
    expect(await statusOf(client, url)).toBe(404);
    expect(await rowOf(url)).toEqual([]);
  });

  it('stays for the copy of its chat, and is deleted with the last of them', async () => {
    const { client, chatId, url } = await withDocument();
    const { body } = await client.call(calls.chat.duplicateChat, { chatId });
    await remove(client, chatId);
    expect(await statusOf(client, url)).toBe(200);
    await remove(client, body.chat._id);
    expect(await statusOf(client, url)).toBe(404);
  });

  it('is readable for users who continued its shared chat, and for nobody before or after', async () => {
    const { client, chatId, url } = await withDocument();
    const other = app.as(await app.createUser({ premium: true }));
    const { body: share } = await client.call(calls.chat.shareChat, { chatId });
    expect(await statusOf(other, url)).toBe(403);
    const { items } = await other.stream(calls.chat.streamReply, { prompt: 'Go on', shareId: share.id });
    expect(await statusOf(other, url)).toBe(200);
    expect((await other.call(calls.files.objectFromPresignedUrl, { identifierString: url })).status).toBe(200);

    await remove(client, chatId);
    expect(await statusOf(other, url)).toBe(200);
    await remove(other, items.find((item) => item.type === 'chatId')!.chatId);
    expect(await statusOf(other, url)).toBe(403);
    expect(await statusOf(client, url)).toBe(404);
  });

  it('stays if another message, or a user’s picture, uses it', async () => {
    const [first, second, third] = [await withDocument(), await withDocument(), await withDocument()];
    const file = { position: 0, fileId: 'f', name: 'brief.md', type: 'text/markdown', url: first.url };
    await app.db.insert(messageFiles).values({ ...file, messageId: third.messageId });
    await app.db.update(users).set({ avatarImageUrl: second.url }).where(eq(users.id, third.user.id));
    await remove(first.client, first.chatId);
    await remove(second.client, second.chatId);
    expect(await statusOf(first.client, first.url)).toBe(200);
    expect(await statusOf(second.client, second.url)).toBe(200);
    await remove(third.client, third.chatId);
    expect(await statusOf(first.client, first.url)).toBe(404);
  });
});
