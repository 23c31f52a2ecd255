import * as calls from '@atrium/shared-kernel/contracts/calls';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { exportOf, importFile, zipOf } from '../../testing/archives.ts';
import type { TestClient } from '../../testing/client.ts';
import { upload } from '../../testing/files/upload.ts';
import { createRecordingModel } from '../../testing/recording-model.ts';

const { model, requests } = createRecordingModel();
let test: TestApp;
beforeAll(async () => {
  test = await createTestApp({ model });
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => test.close());

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const importedBy = async (file: Buffer) => {
  const client = test.as(await test.createUser({ premium: true }));
  expect(await importFile(test, client, file)).toMatchObject({ state: 'done' });
  return client;
};

/** What the model receives of the files, and what the answer says was left out. */
const ask = async (client: TestClient, more: object) => {
  const { items } = await client.stream(calls.chat.streamReply, { prompt: 'What is in it?', ...more });
  const omissions = items.flatMap((item) => (item.type === 'omission' ? [item.omission] : []));
  const files = (requests.at(-1)?.files ?? []).map(({ name, from, document, picture }) =>
    picture ? [name, from, `${picture.width} by ${picture.height}`] : [name, from, document?.text],
  );
  return { files, omissions };
};
const soleChat = async (client: TestClient) => (await client.call(calls.chat.listChats, {})).body.chats[0]!._id;

describe('the files of an imported chat', () => {
  const node = (parent: string | null, children: string[], role: string, parts: unknown[], attachments: object[]) => ({
    parent,
    children,
    message: {
      author: { role },
      create_time: 1_700_000_000,
      content: { content_type: 'multimodal_text', parts },
      metadata: { attachments },
    },
  });
  const attachments = [
    { id: 'file-cat', name: 'cat.png', mimeType: 'image/png', width: 1, height: 1 },
    { id: 'file-notes', name: 'notes.md' },
  ];
  const talk = {
    id: 'c1',
    title: 'Cats',
    create_time: 1_700_000_000,
    mapping: {
      q: node(null, ['a'], 'user', ['What is this?'], attachments),
      a: node('q', [], 'assistant', ['A cat.'], []),
    },
  };
  const zip = zipOf({
    'conversations.json': JSON.stringify([talk]),
    'file-cat-cat.png': png,
    'file-notes-notes.md': '# Notes',
  });

  it('are given to the model when the chat goes on, like uploaded ones', async () => {
    const client = await importedBy(zip);
    const id = await soleChat(client);
    const received = {
      files: [
        ['cat.png', 'chat', '1 by 1'],
        ['notes.md', 'chat', '# Notes'],
      ],
      omissions: [],
    };
    expect(await ask(client, { id })).toEqual(received);
    const reading = vi.spyOn(test.services.extraction, 'read');
    expect(await ask(client, { id })).toEqual(received);
    expect(reading).not.toHaveBeenCalled();
  });

  it('that cannot be read in time are left out, and tried with one message only', async () => {
    const client = await importedBy(zip);
    const id = await soleChat(client);
    const reading = vi.spyOn(test.services.extraction, 'read').mockImplementation(async (content) => {
      content.destroy();
      return { kind: 'unreadable', reason: 'tooLong' };
    });
    const omissions = [{ kind: 'files-left-out', count: 2, names: ['cat.png', 'notes.md'] }];
    expect(await ask(client, { id })).toMatchObject({ omissions });
    expect(await ask(client, { id })).toMatchObject({ omissions });
    expect(reading).toHaveBeenCalledTimes(2);
  });

  it('are left out while they cannot be reached, and the message is sent', async () => {
    const client = await importedBy(zip);
    const id = await soleChat(client);
    vi.spyOn(test.services.extraction, 'read').mockImplementation(async (content) => {
      content.destroy();
      throw new Error('No process could be started.');
    });
    expect((await ask(client, { id })).omissions).toMatchObject([{ kind: 'files-left-out', count: 2 }]);
    const { body } = await client.call(calls.chat.getChat, { chatId: id });
    expect(body.messages.map(({ prompt }) => prompt)).toEqual(['What is this?', 'What is in it?']);
  });
});

it('the documents of an imported project are given to the model with its agent', async () => {
  const docs = [{ uuid: 'd1', filename: 'knots.md', content: 'Bowline' }];
  const project = { uuid: 'p1', name: 'Sailing', prompt_template: 'Be brief.', docs };
  const messageBy = (uuid: string, sender: string, text: string) => ({
    uuid,
    sender,
    text,
    attachments: [],
    files: [],
  });
  const talk = [messageBy('m1', 'human', 'Which boat?'), messageBy('m2', 'assistant', 'A sloop.')];
  const client = await importedBy(
    zipOf({
      'users.json': '[]',
      'conversations.json': JSON.stringify([{ uuid: 'c1', name: 'Boats', chat_messages: talk }]),
      'projects.json': JSON.stringify([project]),
    }),
  );
  const { flows } = (await client.call(calls.agents.listAgents, {})).body;
  const received = { files: [['knots.md', 'agent', 'Bowline']], omissions: [] };
  expect(await ask(client, { flowId: flows[0]!._id })).toEqual(received);
});

it('the files of an imported collection are given to the model in a chat that starts there', async () => {
  const owner = test.as(await test.createUser({ premium: true }));
  const { tag } = (await owner.call(calls.tags.createEditTag, { name: 'Sailing' })).body;
  const { name, type, url } = await upload(owner, 'knots.txt', 'text/plain', 'Bowline');
  const context = { tagId: tag!._id, instruction: '', files: [{ name, type, url }] };
  expect(await owner.call(calls.tags.editTagContext, context)).toMatchObject({ status: 200 });
  const client = await importedBy(await exportOf(test, owner));
  const { tags } = (await client.call(calls.tags.listTags, {})).body;
  const received = { files: [['knots.txt', 'collection', 'Bowline']], omissions: [] };
  expect(await ask(client, { tagId: tags[0]!._id })).toEqual(received);
});
