import * as calls from '@atrium/shared-kernel/contracts/calls';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { exportOf, importFile } from '../../testing/archives.ts';
import type { TestClient } from '../../testing/client.ts';
import { upload } from '../../testing/files/upload.ts';
import { createRecordingModel } from '../../testing/recording-model.ts';

const { model, requests } = createRecordingModel();

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp({ model });
});
afterAll(() => test.close());

const premium = async () => test.as(await test.createUser({ premium: true }));
const collection = async (client: TestClient, name: string, context?: { instruction: string; files?: string }) => {
  const tagId = (await client.call(calls.tags.createEditTag, { name })).body.tag!._id;
  if (!context) return tagId;
  const files = context.files ? [await upload(client, 'outline.txt', 'text/plain', context.files)] : [];
  const { instruction } = context;
  await client.call(calls.tags.editTagContext, {
    tagId,
    instruction,
    files: files.map(({ name: called, type, url }) => ({ name: called, type, url })),
  });
  return tagId;
};
/** Sends a prompt and returns its chat and the system prompt that the model received. */
const send = async (client: TestClient, input: object = {}) => {
  const { items } = await client.stream(calls.chat.streamReply, { prompt: 'Hi', ...input });
  const chatId = items.flatMap((item) => (item.type === 'chatId' ? item.chatId : []))[0]!;
  return { chatId, ...requests.at(-1)! };
};
const chatOf = async (client: TestClient, chatId: string) =>
  (await client.call(calls.chat.focusChat, { chatId })).body.chat;

describe('the instructions and files of a collection', () => {
  it('are sent with every chat that starts in it, and with no other', async () => {
    const client = await premium();
    const tagId = await collection(client, 'Thesis', {
      instruction: 'Cite in APA style.',
      files: 'Chapter one: bees.',
    });
    const { system, files, chatId } = await send(client, { tagId });
    expect(system).toContain('collection “Thesis” with this instruction:\nCite in APA style.');
    expect(system).toContain('<document name="outline.txt" type="text/plain">\nChapter one: bees.\n</document>');
    expect(files).toMatchObject([{ name: 'outline.txt', from: 'collection' }]);
    expect(await chatOf(client, chatId)).toMatchObject({
      home: tagId,
      tags: [{ _id: tagId, instructed: true, fileCount: 1 }],
    });
    const other = await send(client);
    expect(other.system).not.toContain('APA');
    expect(other.files).toEqual([]);
  });

  it('are a part of the context that a reply had, and that the next one would have', async () => {
    const client = await premium();
    const tagId = await collection(client, 'Thesis', { instruction: 'Cite.', files: 'Chapter one: bees.' });
    const { chatId } = await send(client, { tagId });
    const { last, next } = (await client.call(calls.chat.readContext, { chatId })).body;
    for (const parts of [last?.report.parts, next.parts])
      expect(parts).toContainEqual({ kind: 'collection', tokens: expect.any(Number), count: 1 });
    expect(next.parts.map(({ kind }) => kind)).not.toContain('files');
  });

  it('are empty if a collection has none', async () => {
    const client = await premium();
    const tagId = await collection(client, 'Work');
    const { system, chatId } = await send(client, { tagId });
    expect(system).not.toContain('collection');
    const [tag] = (await chatOf(client, chatId)).tags;
    expect(tag).not.toHaveProperty('instructed');
    expect(tag).not.toHaveProperty('fileCount');
  });

  it('are those of the collection in which a chat of several collections started, until it leaves that one', async () => {
    const client = await premium();
    const [bees, ants] = [
      await collection(client, 'Bees', { instruction: 'About bees.' }),
      await collection(client, 'Ants', { instruction: 'About ants.' }),
    ];
    const { chatId } = await send(client, { tagId: bees });
    await client.call(calls.tags.createEditTag, { tagId: ants, chatId });
    await client.call(calls.chat.editChat, { chatId, tags: [ants, bees] });
    const both = await send(client, { id: chatId });
    expect(both.system).toContain('About bees.');
    expect(both.system).not.toContain('About ants.');
    await client.call(calls.tags.removeFromChat, { chatId, tagId: bees });
    expect((await send(client, { id: chatId })).system).not.toMatch(/About/);
    expect(await chatOf(client, chatId)).not.toHaveProperty('home');
  });

  it('are those of the collection that a chat is moved to, until the collection is deleted', async () => {
    const client = await premium();
    const [bees, ants] = [
      await collection(client, 'Bees', { instruction: 'About bees.' }),
      await collection(client, 'Ants', { instruction: 'About ants.' }),
    ];
    const { chatId } = await send(client);
    await client.call(calls.chat.editChat, { chatId, tags: [bees] });
    expect((await send(client, { id: chatId })).system).toContain('About bees.');
    await client.call(calls.chat.editChat, { chatId, tags: [ants] });
    expect((await send(client, { id: chatId })).system).toContain('About ants.');
    const copy = (await client.call(calls.chat.duplicateChat, { chatId })).body.chat;
    expect(copy.home).toBe(ants);
    await client.call(calls.tags.createEditTag, { tagId: ants, deleted: true });
    expect((await send(client, { id: chatId })).system).not.toMatch(/About/);
  });

  it('are those of the collection that a move names, also where the chat is in it already, or of none', async () => {
    const client = await premium();
    const [bees, ants, wasps] = [
      await collection(client, 'Bees', { instruction: 'About bees.' }),
      await collection(client, 'Ants', { instruction: 'About ants.' }),
      await collection(client, 'Wasps', { instruction: 'About wasps.' }),
    ];
    const { chatId } = await send(client, { tagId: bees });
    const move = (tags: string[], home?: string | null) =>
      client.call(calls.chat.editChat, { chatId, tags, ...(home === undefined ? {} : { home }) });
    await move([bees, ants]);
    await move([wasps]);
    await move([bees, ants], bees);
    expect((await send(client, { id: chatId })).system).toContain('About bees.');
    await move([ants], ants);
    expect((await send(client, { id: chatId })).system).toContain('About ants.');
    await move([bees], null);
    expect((await send(client, { id: chatId })).system).not.toMatch(/About/);
    expect(await chatOf(client, chatId)).not.toHaveProperty('home');
    expect(await move([bees], ants)).toMatchObject({ status: 404, body: { code: 'unknown-tag' } });
  });

  it('are announced if only the collection that gives them changes, and not if it stays', async () => {
    const client = await premium();
    const bees = await collection(client, 'Bees', { instruction: 'About bees.' });
    const { chatId } = await send(client, { tagId: bees });
    const announced = async (home: string | null) => {
      const last = async () =>
        (await test.db.execute<{ id: string }>(sql`select max(id) as id from changes where kind = 'chats'`)).rows[0]!
          .id;
      const before = await last();
      await client.call(calls.chat.editChat, { chatId, tags: [bees], home });
      return (await last()) !== before;
    };
    expect([await announced(bees), await announced(null), await announced(null)]).toEqual([false, true, false]);
  });

  it('are sent after those of an agent, and a change applies from the next message on', async () => {
    const client = await premium();
    const tagId = await collection(client, 'Thesis', { instruction: 'Cite in APA style.' });
    const { body } = await client.call(calls.agents.createEditAgent, { title: 'Clerk', instruction: 'Be brief.' });
    const { chatId, system } = await send(client, { tagId, flowId: body.flow!._id });
    expect(system.indexOf('Be brief.')).toBeLessThan(system.indexOf('Cite in APA style.'));
    await client.call(calls.tags.editTagContext, { tagId, instruction: 'Cite in MLA style.', files: [] });
    expect((await send(client, { id: chatId })).system).toContain('MLA');
  });

  it('stay with their owner if a chat is shared', async () => {
    const [client, reader] = [await premium(), await premium()];
    // Too long to be sent as a whole, which the owner is told.
    const text = 'Chapter one: bees.\n'.repeat(20_000);
    const tagId = await collection(client, 'Thesis', { instruction: 'Cite.', files: text });
    const { chatId } = await send(client, { tagId });
    const own = await client.call(calls.chat.getChat, { chatId });
    expect(own.body.messages[0]!.omissions).toMatchObject([{ names: ['outline.txt'] }]);
    const { url } = (await client.call(calls.tags.getTagContext, { tagId })).body.files[0]!;
    const shareId = (await client.call(calls.chat.shareChat, { chatId })).body.id;
    const shared = await reader.call(calls.chat.getSharedChat, { messageId: shareId });
    expect(JSON.stringify(shared.body)).not.toMatch(/Cite|Thesis|outline/);
    for (const address of [url, `${url}?share=${shareId}`])
      expect((await reader.request({ method: 'GET', url: address })).status).toBeGreaterThanOrEqual(400);
    expect((await client.request({ method: 'GET', url })).text).toBe(text);
    const continued = await send(reader, { shareId });
    expect(continued.system).not.toContain('Cite.');
    const copy = await reader.call(calls.chat.getChat, { chatId: continued.chatId });
    expect(JSON.stringify(copy.body.messages)).not.toContain('outline');
  });

  it('are not overwritten by a change that is based on an earlier state', async () => {
    const client = await premium();
    const tagId = await collection(client, 'Thesis', { instruction: 'Cite.' });
    const { revision } = (await client.call(calls.tags.getTagContext, { tagId })).body;
    const change = (instruction: string) =>
      client.request({
        method: 'POST',
        url: `/api${calls.tags.editTagContext.path}`,
        headers: { 'if-match': `"${revision}"` },
        payload: { tagId, instruction, files: [] },
      });
    expect((await change('Cite all.')).status).toBe(200);
    expect((await change('Cite nothing.')).status).toBe(412);
    expect((await client.call(calls.tags.getTagContext, { tagId })).body.instruction).toBe('Cite all.');
  });

  it('are in an export and restored by its import, with the chats that started there', async () => {
    const [client, to] = [await premium(), await premium()];
    const tagId = await collection(client, 'Thesis', { instruction: 'Cite.', files: 'Chapter one: bees.' });
    await send(client, { tagId });
    await importFile(test, to, await exportOf(test, client));
    const [tag] = (await to.call(calls.tags.listTags, {})).body.tags;
    const { instruction, files } = (await to.call(calls.tags.getTagContext, { tagId: tag!._id })).body;
    expect(instruction).toBe('Cite.');
    expect((await to.request({ method: 'GET', url: files[0]!.url })).text).toBe('Chapter one: bees.');
    const [chat] = (await to.call(calls.chat.listChats, {})).body.chats;
    expect(chat).toMatchObject({ home: tag!._id });
  });
});
