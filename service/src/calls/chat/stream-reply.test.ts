import * as calls from '@atrium/shared-kernel/contracts/calls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../db/id.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const premium = async () => test.as(await test.createUser({ premium: true }));
const textOf = (items: readonly { type: string }[]) =>
  items.map((item) => (item.type === 'text' ? (item as { text?: string }).text : '')).join('');

describe('a sent prompt', () => {
  it('streams chat and message first, then the answer by words, numbered from 1 to its end', async () => {
    const client = await premium();
    const { status, items } = await client.stream(calls.chat.streamReply, { prompt: 'Show me a table' });
    expect(status).toBe(200);
    expect(items.map(({ seq }) => seq)).toEqual(items.map((_, index) => index + 1));
    expect(items.slice(0, 3).map(({ type }) => type)).toEqual(['chatId', 'id', 'modal']);
    expect(items.at(-1)).toMatchObject({ type: 'end', outcome: 'complete' });
    expect(items.filter(({ type }) => type === 'text').length).toBeGreaterThan(20);

    const id = items.find((item) => item.type === 'id')!.id;
    const { body: message } = await client.call(calls.chat.getMessage, { id });
    expect(message).toMatchObject({ pending: false, failed: false, prompt: 'Show me a table', modal: 'Demo model' });
    expect(message.content).toBe(textOf(items));
  });

  it('is stored in its chat, which grows with the next prompt', async () => {
    const client = await premium();
    const first = await client.stream(calls.chat.streamReply, { prompt: 'Hi' });
    const chatId = first.items.find((item) => item.type === 'chatId')!.chatId;
    const second = await client.stream(calls.chat.streamReply, { prompt: 'And again', id: chatId });
    expect(textOf(second.items)).toContain('message 2 of our chat');
    const { body } = await client.call(calls.chat.getChat, { chatId });
    expect(body.messages.map(({ prompt }) => prompt)).toEqual(['Hi', 'And again']);
    expect(body.chat).toMatchObject({ _id: chatId, title: '', tags: [] });
  });

  it('keeps thoughts, citations and the document of its answer', async () => {
    const client = await premium();
    const { items } = await client.stream(calls.chat.streamReply, {
      prompt: 'think, cite your sources and make a document',
    });
    const id = items.find((item) => item.type === 'id')!.id;
    const { body } = await client.call(calls.chat.getMessage, { id });
    expect(body.thoughts).toHaveLength(3);
    expect(JSON.parse(body.citations!)).toHaveLength(3);
    expect(body).toMatchObject({ assistantFileType: 'text/markdown' });

    const file = await client.request({ method: 'GET', url: body.assistantFileUrl! });
    expect(file.status).toBe(200);
    expect(file.headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'content-type': 'text/markdown' });
    expect(file.headers['content-disposition']).toMatch(/^attachment; filename="project-brief.md"/);
    expect(file.text).toContain('# Project brief');
    const stranger = await premium();
    expect((await stranger.request({ method: 'GET', url: body.assistantFileUrl! })).status).toBe(403);
    expect((await test.visitor.request({ method: 'GET', url: body.assistantFileUrl! })).status).toBe(403);
  });

  it('is stored once, however often it is sent with the same id', async () => {
    const client = await premium();
    const input = { prompt: 'Only once', sendId: newId() };
    const both = await Promise.all([1, 2].map(() => client.stream(calls.chat.streamReply, input)));
    const third = await client.stream(calls.chat.streamReply, input);
    const ids = [...both, third].map(({ items }) => items.find((item) => item.type === 'id')?.id);
    expect(new Set(ids).size).toBe(1);
    expect(textOf(both[1]!.items)).toBe(textOf(both[0]!.items));
    expect(third.items.at(-1)).toMatchObject({ type: 'end', outcome: 'complete' });
    const { body } = await client.call(calls.chat.listChats, {});
    expect(body.chats).toHaveLength(1);
  });

  it('never reaches another user’s chat, collection, agent or reply', async () => {
    const [owner, stranger] = await Promise.all([premium(), premium()]);
    const { items } = await owner.stream(calls.chat.streamReply, { prompt: 'Mine' });
    const chatId = items.find((item) => item.type === 'chatId')!.chatId;
    const messageId = items.find((item) => item.type === 'id')!.id;
    const { tag } = (await owner.call(calls.tags.createEditTag, { name: 'Mine' })).body;
    const { flow } = (await owner.call(calls.agents.createEditAgent, { title: 'Mine', instruction: 'Help.' })).body;
    const answers = await Promise.all([
      stranger.stream(calls.chat.streamReply, { prompt: 'Yours', id: chatId }),
      stranger.stream(calls.chat.streamReply, { prompt: 'Yours', tagId: tag!._id }),
      stranger.stream(calls.chat.streamReply, { prompt: 'Yours', flowId: flow!._id }),
      stranger.stream(calls.chat.streamReply, { prompt: 'Yours', tagId: newId() }),
      stranger.stream(calls.chat.streamReply, { prompt: 'Yours', flowId: newId() }),
      stranger.stream(calls.chat.followReply, { messageId }),
      stranger.call(calls.chat.stopReply, { messageId }),
      stranger.call(calls.chat.getMessage, { id: messageId }),
      stranger.call(calls.chat.getChat, { chatId }),
      stranger.call(calls.chat.renameChat, { chatId, title: 'Yours' }),
      stranger.call(calls.chat.nameChat, { chatId, prompt: 'Yours' }),
      stranger.call(calls.chat.focusChat, { chatId }),
      stranger.call(calls.chat.clearChat, { chatId }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404));
    expect((await stranger.call(calls.chat.listChats, {})).body.chats).toEqual([]);
  });

  it.each([
    [{ prompt: ' \n ' }, 'empty-message', 'Please write a message.'],
    [
      { prompt: 'a', files: [{ _id: '1', name: 'a.txt', type: 'text/plain' }] },
      'files-uploading',
      'Some files are still uploading. Please wait until all uploads are complete.',
    ],
    [
      { prompt: 'a', deepResearch: true, imageMode: true },
      'research-excludes-images',
      'Deep research and image mode cannot be used together.',
    ],
  ])('is refused with a reason if it requests what does not exist: %j', async (input, code, msg) => {
    const client = await premium();
    const { status, body } = await client.stream(calls.chat.streamReply, input);
    expect([status, JSON.parse(body)]).toEqual([400, { code, msg }]);
    expect((await client.call(calls.chat.listChats, {})).body.chats).toEqual([]);
  });

  it('needs a plan', async () => {
    const client = test.as(await test.createUser());
    expect((await client.stream(calls.chat.streamReply, { prompt: 'Hi' })).status).toBe(403);
  });
});
