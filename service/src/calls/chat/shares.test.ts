import * as calls from '@atrium/shared-kernel/contracts/calls';
import type { InferInput } from '@atrium/shared-kernel/contracts/define';
import type { Message } from '@atrium/shared-kernel/contracts/entities/chat';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { schema } from '../../db/database.ts';
import { newId } from '../../db/id.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import type { TestClient } from '../../testing/client.ts';
import { png } from '../../testing/files/pictures.ts';
import { named, upload, type Uploaded } from '../../testing/files/upload.ts';

const { chats, messages } = schema;

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp({ env: { ATRIUM_SENDS_PER_MINUTE: '0' } });
});
afterAll(() => test.close());

type SendInput = InferInput<typeof calls.chat.streamReply.input>;
const premium = async (change: Parameters<TestApp['createUser']>[0] = {}) =>
  test.as(await test.createUser({ premium: true, ...change }));
const sendMessage = async (client: TestClient, input: SendInput) => {
  const { status, items } = await client.stream(calls.chat.streamReply, input);
  expect(status).toBe(200);
  const chatId = items.find((item) => item.type === 'chatId')?.chatId ?? '';
  return { chatId, messageId: items.find((item) => item.type === 'id')?.id ?? '' };
};
const share = async (client: TestClient, chatId: string) =>
  (await client.call(calls.chat.shareChat, { chatId })).body.id;
const revoke = async (client: TestClient, shareId: string) =>
  (await client.call(calls.chat.revokeShare, { shareId })).status;
const opened = (client: TestClient, id: string) => client.call(calls.chat.getSharedChat, { messageId: id });
const listed = async (client: TestClient) => (await client.call(calls.chat.listShares, {})).body.shares;
const statusOf = async (client: TestClient, url: string) => (await client.request({ method: 'GET', url })).status;
/** A shared chat with a picture; `url` is the picture's URL behind the link. */
const sharedPicture = async () => {
  const owner = await premium({ firstName: 'Grace', lastName: 'Hopper' });
  const file = await upload(owner, 'sun.png', 'image/png', png(8, 4));
  const { chatId } = await sendMessage(owner, { prompt: 'Look', files: [named(file)] });
  const id = await share(owner, chatId);
  const { body } = await opened(test.visitor, id);
  return { owner, file, chatId, id, url: body.messages[0]!.userFiles[0]!.url! };
};

describe('a link', () => {
  it('shows no thoughts, and names the model to product admins only; neither does a copy', async () => {
    const owner = await premium();
    const { chatId, messageId } = await sendMessage(owner, { prompt: 'Tides' });
    await test.db
      .update(messages)
      .set({ thoughts: ['They own a boat.'] })
      .where(eq(messages.id, messageId));
    const id = await share(owner, chatId);
    const shown = async (client: TestClient) => (await opened(client, id)).body.messages[0]!;
    const reader = await premium();
    for (const client of [test.visitor, reader]) {
      const message = await shown(client);
      expect(message).toMatchObject({ thoughts: [], modal: 'Assistant' });
      expect(message).not.toHaveProperty('model');
    }
    expect(await shown(await premium({ booktAdmin: true }))).toMatchObject({
      thoughts: [],
      modal: 'Demo model',
      model: expect.any(String),
    });
    const { chatId: copy } = await sendMessage(reader, { prompt: 'And then?', shareId: id });
    const { body } = await reader.call(calls.chat.getChat, { chatId: copy });
    expect(body.messages[0]).toMatchObject({ prompt: 'Tides', thoughts: [], modal: 'Assistant' });
    expect(body.messages[0]).not.toHaveProperty('model');
  });

  it('opens the cited files that were sent in the chat, and links and names no file of its collection', async () => {
    const [owner, reader] = [await premium(), await premium()];
    const sent = await upload(owner, 'tides.txt', 'text/plain', 'High at noon.');
    const hidden = await upload(owner, 'offer.txt', 'text/plain', 'Two millions.');
    const { chatId, messageId } = await sendMessage(owner, { prompt: 'When?', files: [named(sent)] });
    const passageOf = (n: number, { name, url }: Uploaded) => ({ n, file: { name, url }, position: 0, text: 'High' });
    const left = { kind: 'files-in-parts', count: 2, names: [hidden.name, sent.name] };
    const passages = JSON.stringify([passageOf(1, sent), passageOf(2, hidden)]);
    await test.db
      .update(messages)
      .set({ passages, omissions: JSON.stringify([left]) })
      .where(eq(messages.id, messageId));
    const id = await share(owner, chatId);
    const linked = async ({ passages: cited = [], omissions }: Message, client: TestClient) => {
      expect(omissions).toEqual([{ kind: 'files-in-parts', count: 2, names: [sent.name] }]);
      expect(cited.map(({ file }) => file.name)).toEqual([sent.name, hidden.name]);
      expect(cited[1]!.file.url).toBeUndefined();
      return statusOf(client, cited[0]!.file.url!);
    };
    expect(await linked((await opened(test.visitor, id)).body.messages[0]!, test.visitor)).toBe(200);
    const { chatId: copy } = await sendMessage(reader, { prompt: 'And then?', shareId: id });
    expect(await linked((await reader.call(calls.chat.getChat, { chatId: copy })).body.messages[0]!, reader)).toBe(200);
    const own = (await owner.call(calls.chat.getChat, { chatId })).body.messages[0]!;
    expect(own).toMatchObject({ passages: JSON.parse(passages), omissions: [left] });
    // As copies were stored by earlier releases.
    const inCopy = eq(messages.chatId, copy);
    await test.db.update(messages).set({ passages }).where(inCopy);
    const cited = ({ passages: [first, second] = [] }: Message) => [first!.file.url, second!.file.url];
    const [first] = (await reader.call(calls.chat.getChat, { chatId: copy })).body.messages;
    expect(cited(first!)).toEqual([sent.url, undefined]);
    const { body } = await reader.call(calls.chat.getMessage, { id: first!._id });
    expect(cited(body)).toEqual([sent.url, undefined]);
  });

  it('is listed with its chat, newest first, only to its creator', async () => {
    const owner = await premium();
    const { chatId } = await sendMessage(owner, { prompt: 'Tides' });
    await owner.call(calls.chat.renameChat, { chatId, title: 'Of tides' });
    const first = await share(owner, chatId);
    await sendMessage(owner, { prompt: 'More', id: chatId });
    const second = await share(owner, chatId);
    expect(await share(owner, chatId)).toBe(second);
    expect((await listed(owner)).map(({ id, title, chatId: of }) => [id, title, of])).toEqual([
      [second, 'Of tides', chatId],
      [first, 'Of tides', chatId],
    ]);
    expect(await listed(await premium())).toEqual([]);
  });

  it('is revoked by its creator only, and the other links of the chat stay', async () => {
    const owner = await premium();
    const { chatId } = await sendMessage(owner, { prompt: 'One' });
    const first = await share(owner, chatId);
    await sendMessage(owner, { prompt: 'Two', id: chatId });
    const second = await share(owner, chatId);
    expect(await revoke(await premium(), first)).toBe(404);
    expect((await opened(test.visitor, first)).status).toBe(200);
    expect(await revoke(owner, first)).toBe(200);
    expect(await opened(test.visitor, first)).toMatchObject({
      status: 404,
      body: { msg: 'This chat is no longer shared.' },
    });
    expect((await opened(test.visitor, second)).status).toBe(200);
    expect((await listed(owner)).map(({ id }) => id)).toEqual([second]);
    expect(await revoke(owner, first)).toBe(404);
    expect(await share(owner, chatId)).toBe(second);
  });

  it('is a new one when its chat is shared again after it was revoked', async () => {
    const owner = await premium();
    const { chatId } = await sendMessage(owner, { prompt: 'One' });
    const first = await share(owner, chatId);
    await revoke(owner, first);
    expect(await share(owner, chatId)).not.toBe(first);
    expect((await opened(test.visitor, first)).status).toBe(404);
  });

  it('is not created for a secure chat, and is revoked if its chat becomes one', async () => {
    const owner = await premium();
    const secure = (chatId: string) => test.db.update(chats).set({ secure: true }).where(eq(chats.id, chatId));
    const secret = await sendMessage(owner, { prompt: 'Hush' });
    await secure(secret.chatId);
    expect(await owner.call(calls.chat.shareChat, { chatId: secret.chatId })).toMatchObject({
      status: 400,
      body: { msg: 'A secure chat cannot be shared.' },
    });
    const file = await upload(owner, 'sun.png', 'image/png', png(8, 4));
    const { chatId } = await sendMessage(owner, { prompt: 'Open', files: [named(file)] });
    const id = await share(owner, chatId);
    await secure(chatId);
    expect((await opened(test.visitor, id)).status).toBe(404);
    expect(await statusOf(test.visitor, `${file.url}?share=${id}`)).toBe(403);
    expect(await listed(owner)).toEqual([]);
  });

  it('ends with the account of its creator', async () => {
    const { owner, id, url } = await sharedPicture();
    expect((await owner.call(calls.profile.deleteUser, {})).status).toBe(200);
    expect((await opened(test.visitor, id)).status).toBe(404);
    expect(await statusOf(test.visitor, url)).toBeGreaterThanOrEqual(403);
  });
});

describe('a file of a shared chat', () => {
  it('is readable for everyone with the link, and never cached by intermediaries', async () => {
    const { url, id, file } = await sharedPicture();
    const answer = await test.visitor.request({ method: 'GET', url });
    expect(answer).toMatchObject({ status: 200, headers: { 'cache-control': 'private, no-store' } });
    const open = await test.visitor.call(calls.files.objectFromPresignedUrl, { identifierString: url });
    expect(open.body.url).toBe(`${file.url}?share=${id}`);
    expect(await statusOf(test.visitor, open.body.url)).toBe(200);
  });

  it('is closed at once when the link is revoked or the chat deleted, at every URL', async () => {
    const revoked = await sharedPicture();
    const { body } = await test.visitor.call(calls.files.objectFromPresignedUrl, { identifierString: revoked.url });
    expect(await revoke(revoked.owner, revoked.id)).toBe(200);
    for (const url of [revoked.url, body.url]) expect(await statusOf(test.visitor, url)).toBe(403);
    expect(
      (await test.visitor.call(calls.files.objectFromPresignedUrl, { identifierString: revoked.url })).status,
    ).toBe(403);
    expect(await statusOf(revoked.owner, revoked.file.url)).toBe(200);
    const deleted = await sharedPicture();
    await deleted.owner.call(calls.chat.clearChat, { chatId: deleted.chatId });
    expect(await statusOf(test.visitor, deleted.url)).toBe(403);
  });

  it('opens no other file of the sharer: not of another chat, nor of a later message, nor one that was never sent', async () => {
    const { owner, id, chatId } = await sharedPicture();
    const send = async (name: string, more: { readonly id?: string }): Promise<Uploaded> => {
      const file = await upload(owner, name, 'image/png', png(8, 4));
      await sendMessage(owner, { prompt: name, files: [named(file)], ...more });
      return file;
    };
    const hidden = [
      await send('later.png', { id: chatId }),
      await send('elsewhere.png', {}),
      await upload(owner, 'unsent.png', 'image/png', png(8, 4)),
    ];
    for (const { url } of hidden)
      for (const link of [id, 'a-link-that-nobody-made', '', '%00', '%27'])
        expect(await statusOf(test.visitor, `${url}?share=${link}`)).toBe(403);
    expect((await opened(test.visitor, id)).body.messages).toHaveLength(1);
  });

  it('includes voice notes and what the assistant created', async () => {
    const owner = await premium();
    const { chatId, messageId } = await sendMessage(owner, { prompt: 'Hi' });
    const { id: other } = await test.createUser();
    const put = (name: string) => {
      const object = { owner: other, folder: 'documents', name, type: 'text/plain', content: Buffer.from(name) };
      return test.services.objects.put(object);
    };
    const [made, note] = [await put('made.txt'), await put('note.webm')];
    const change = { assistantFileUrl: made.url, assistantFileType: 'text/plain', voiceNote: note.url };
    await test.db.update(messages).set(change).where(eq(messages.id, messageId));
    const id = await share(owner, chatId);
    const [message] = (await opened(test.visitor, id)).body.messages;
    for (const url of [message!.assistantFileUrl!, message!.voiceNote!])
      expect(await statusOf(test.visitor, url)).toBe(200);
    await revoke(owner, id);
    for (const url of [message!.assistantFileUrl!, message!.voiceNote!])
      expect(await statusOf(test.visitor, url)).toBe(403);
  });
});

describe('a copy', () => {
  it('of a shared chat has its files for its new owner, even after the link is revoked', async () => {
    const { owner, id, file } = await sharedPicture();
    const reader = await premium();
    expect(await statusOf(reader, file.url)).toBe(403);
    const { chatId } = await sendMessage(reader, { prompt: 'And now', shareId: id });
    await revoke(owner, id);
    const { body } = await reader.call(calls.chat.getChat, { chatId });
    expect(body.messages[0]!.userFiles[0]!.url).toBe(file.url);
    expect(await statusOf(reader, file.url)).toBe(200);
    expect(await reader.call(calls.chat.getSharedChat, { messageId: id })).toMatchObject({ status: 404 });
    expect((await reader.stream(calls.chat.streamReply, { prompt: 'Again', shareId: id })).status).toBe(404);
  });

  it('has the branch that is shown, up to its last finished message', async () => {
    const owner = await premium();
    const { chatId, messageId: first } = await sendMessage(owner, { prompt: 'First' });
    const { messageId: old } = await sendMessage(owner, { prompt: 'Old', id: chatId });
    const { messageId: fresh } = await sendMessage(owner, { prompt: 'New', id: chatId });
    const below = (id: string, parentId: string) =>
      test.db.update(messages).set({ parentId }).where(eq(messages.id, id));
    await below(old, first);
    await below(fresh, first);
    const pending = newId();
    const userId = (await test.db.select().from(chats).where(eq(chats.id, chatId)))[0]!.userId;
    await test.db
      .insert(messages)
      .values({ id: pending, chatId, userId, parentId: old, prompt: 'Pending', pending: true, ...test.lease() });
    await test.db.update(chats).set({ leafId: pending }).where(eq(chats.id, chatId));

    const copy = (await owner.call(calls.chat.duplicateChat, { chatId })).body.chat._id;
    const rows = await test.db.select().from(messages).where(eq(messages.chatId, copy)).orderBy(messages.id);
    expect(rows.map(({ prompt }) => prompt)).toEqual(['First', 'Old']);
    expect(rows.map(({ parentId }) => parentId)).toEqual([null, rows[0]!.id]);
    const [chat] = await test.db.select().from(chats).where(eq(chats.id, copy));
    expect(chat!.leafId).toBe(rows[1]!.id);
    await test.db.update(messages).set({ pending: false }).where(eq(messages.id, pending));
  });

  it('returns a long chat completely', async () => {
    const owner = await premium();
    const { chatId, messageId } = await sendMessage(owner, { prompt: 'First' });
    const userId = (await test.db.select().from(chats).where(eq(chats.id, chatId)))[0]!.userId;
    const ids = [messageId, ...Array.from({ length: 1200 }, () => newId())];
    const more = ids.slice(1).map((id, index) => {
      return { id, parentId: ids[index]!, chatId, userId, prompt: `Prompt ${index}` };
    });
    await test.db.insert(messages).values(more);
    const { body } = await owner.call(calls.chat.duplicateChat, { chatId });
    const copied = (await owner.call(calls.chat.getChat, { chatId: body.chat._id })).body.messages;
    expect(copied.map(({ prompt }) => prompt)).toEqual(['First', ...more.map(({ prompt }) => prompt)]);
  });
});
