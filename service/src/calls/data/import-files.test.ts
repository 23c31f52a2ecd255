import * as calls from '@atrium/shared-kernel/contracts/calls';
import { agentsMax } from '@atrium/shared-kernel/contracts/constants';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { schema } from '../../db/database.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { exportOf, importFile, zipOf } from '../../testing/archives.ts';
import { upload } from '../../testing/files/upload.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp({ importsApart: true });
});
afterAll(() => test.close());

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const person = async () => {
  const user = await test.createUser();
  return { user, client: test.as(user) };
};
type Client = Awaited<ReturnType<typeof person>>['client'];
const chatsOf = async (client: Client) => (await client.call(calls.chat.listChats, {})).body.chats;
const messagesOf = async (client: Client, chatId: string) =>
  (await client.call(calls.chat.getChat, { chatId })).body.messages;
const paint = async (client: Client, prompt: string, chatId?: string) => {
  const input = { prompt, imageMode: true, ...(chatId ? { id: chatId } : {}) };
  const { items } = await client.stream(calls.chat.streamReply, input);
  return (await client.call(calls.chat.getMessage, { id: items.find((item) => item.type === 'id')!.id })).body;
};
const objectsOf = (userId: string) => test.db.select().from(schema.objects).where(eq(schema.objects.userId, userId));
const bytesAt = async (client: Client, url: string | undefined) =>
  (await client.request({ method: 'GET', url: url ?? '' })).status;

describe('pictures and files of ChatGPT’s export', () => {
  const picture = (id: string) => ({ content_type: 'image_asset_pointer', asset_pointer: `file-service://${id}` });
  const node = (
    parent: string | null,
    children: string[],
    role: string,
    parts: unknown[],
    attachments: object[] = [],
  ) => ({
    parent,
    children,
    message: {
      author: { role },
      create_time: 1_700_000_000,
      content: { content_type: 'multimodal_text', parts },
      metadata: { attachments },
    },
  });
  const talk = {
    id: 'c1',
    title: 'Cats',
    create_time: 1_700_000_000,
    mapping: {
      q: node(
        null,
        ['t'],
        'user',
        [picture('file-cat'), 'Draw it'],
        [
          { id: 'file-cat', name: 'cat.png', mimeType: 'image/png', width: 2, height: 1 },
          { id: 'file-notes', name: 'notes.md' },
          { id: 'file-gone', name: 'gone.pdf', mimeType: 'application/pdf' },
          { id: 'file-odd', name: 'odd.exe', mimeType: 'application/vnd.microsoft.portable-executable' },
        ],
      ),
      t: node('q', ['a'], 'tool', [picture('file_drawn')]),
      a: node('t', [], 'assistant', ['Here.']),
    },
  };
  const zip = zipOf({
    'conversations.json': JSON.stringify([talk]),
    'file-cat-cat.png': png,
    'file-notes-notes.md': '# Notes',
    'file-odd-odd.exe': 'MZ',
    'dalle-generations/file_drawn-1.webp': png,
  });

  it('are imported once; what cannot be is noted at its message', async () => {
    const { user, client } = await person();
    const done = await importFile(test, client, zip);
    expect(done.report?.files).toEqual({ added: 3, known: 0, skipped: 2 });
    const [chat] = await chatsOf(client);
    const [message] = await messagesOf(client, chat!._id);
    expect(message).toMatchObject({
      prompt: 'Draw it',
      content: 'Here.',
      userFiles: [
        { name: 'cat.png', type: 'image/png', aspectRatio: 2 },
        { name: 'notes.md', type: 'text/markdown' },
      ],
      assistantFileType: 'image/webp',
      omissions: [{ kind: 'files-not-imported', count: 2, names: ['gone.pdf', 'odd.exe'] }],
    });
    for (const url of [...message!.userFiles.map((file) => file.url), message!.assistantFileUrl])
      expect(await bytesAt(client, url)).toBe(200);
    expect(await objectsOf(user.id)).toHaveLength(3);
    const again = await importFile(test, client, zip);
    expect(again.report).toMatchObject({ files: { added: 0 }, messages: { added: 0, known: 1 } });
    expect(await objectsOf(user.id)).toHaveLength(3);
  });

  it('are changed in image mode like pictures that were made here', async () => {
    const client = test.as(await test.createUser({ premium: true }));
    await importFile(test, client, zip);
    const [chat] = await chatsOf(client);
    expect((await paint(client, 'Make it brighter', chat!._id)).content).toBe('Here is the changed picture.');
  });
});

it('a picture that was made here is a picture again after an export and an import', async () => {
  const maker = test.as(await test.createUser({ premium: true }));
  await paint(maker, 'A cat on a roof');
  const { client } = await person();
  await importFile(test, client, await exportOf(test, maker));
  const [chat] = await chatsOf(client);
  const [message] = await messagesOf(client, chat!._id);
  const file = await client.request({ method: 'GET', url: message!.assistantFileUrl ?? '' });
  expect([file.status, file.headers['content-type']]).toEqual([200, 'image/png']);
});

it('an export of Atrium is imported without the agents for which there is no room, and says so', async () => {
  const [maker, reader] = [await person(), await person()];
  const rows = (userId: string, count: number) =>
    Array.from({ length: count }, (_, at) => ({ userId, title: `Poet ${at}`, instruction: `Rhyme ${userId}.` }));
  await test.db.insert(schema.agents).values([...rows(maker.user.id, 2), ...rows(reader.user.id, agentsMax - 1)]);
  const done = await importFile(test, reader.client, await exportOf(test, maker.client));
  expect(done).toMatchObject({ state: 'done' });
  expect(done.report?.notes).toEqual(['1 agent was added.', 'There was no room for all of the agents.']);
  expect(await test.db.$count(schema.agents, eq(schema.agents.userId, reader.user.id))).toBe(agentsMax);
});

it('an import that adds many agents still says what it left out, and of how many agents that is true', async () => {
  const { user, client } = await person();
  const own = Array.from({ length: agentsMax - 42 }, () => ({ userId: user.id, title: 'A', instruction: 'B' }));
  await test.db.insert(schema.agents).values(own);
  const files = [{ name: 'rhymes.txt', type: 'text/plain', url: '/objects/chatFiles/gone' }];
  const poets = Array.from({ length: 43 }, (_, at) => ({
    title: `Poet ${at}`,
    instruction: 'Rhyme.',
    ...(at < 20 ? {} : { files }),
  }));
  const data = { format: 'atrium-export', version: 1, agents: poets, links: [{}] };
  const done = await importFile(test, client, zipOf({ 'data.json': JSON.stringify(data) }));
  const notes = done.report?.notes ?? [];
  expect(notes[0]).toBe('42 agents were added.');
  expect(notes).toEqual(
    expect.arrayContaining([
      'The agent “Poet 20” was added; 1 of its files couldn’t be imported.',
      'There was no room for all of the agents.',
      'Links to shared chats are not made again.',
      'More notes like these are left out: 2.',
    ]),
  );
});

describe('agents of Atrium’s export', () => {
  const agentsOf = async (client: Client) => (await client.call(calls.agents.listAgents, {})).body.flows;
  const withFile = async (instruction: string) => {
    const client = test.as(await test.createUser({ premium: true }));
    const { name, type, url } = await upload(client, 'knots.txt', 'text/plain', 'Bowline');
    await client.call(calls.agents.createEditAgent, { title: 'Sailing', instruction, files: [{ name, type, url }] });
    return client;
  };

  it.each(['Be brief.', ''])('come back with their files, with the instruction “%s”', async (instruction) => {
    const archive = await exportOf(test, await withFile(instruction));
    const { client } = await person();
    const done = await importFile(test, client, archive);
    expect(done.report).toMatchObject({ files: { added: 1 }, notes: ['1 agent was added.'] });
    const [agent, ...others] = await agentsOf(client);
    expect(agent).toMatchObject({ title: 'Sailing', instruction, files: [{ name: 'knots.txt' }] });
    expect((await client.request({ method: 'GET', url: agent!.files[0]!.url })).text).toBe('Bowline');
    expect(others).toEqual([]);
    await importFile(test, client, archive);
    expect(await agentsOf(client)).toHaveLength(1);
  });

  it('keep their other files if one is odd or too many, and the report counts those', async () => {
    const { client } = await person();
    const fileAt = (at: number) => ({ name: `${at}.txt`, type: 'text/plain', url: `/objects/chatFiles/${at}` });
    const files = [
      { name: 'untyped.txt', url: '/objects/chatFiles/untyped' },
      ...Array.from({ length: 51 }, (_, at) => fileAt(at)),
    ];
    const data = {
      format: 'atrium-export',
      version: 1,
      agents: [{ title: 'Sailing', instruction: 'Be brief.', files }],
      collections: [{ id: 'a'.repeat(24), name: 'Boats', files: [{ ...fileAt(0), name: 7 }, fileAt(1)] }],
    };
    const entries = files.map(({ url }) => [`files/${url.slice('/objects/'.length)}`, 'Bowline']);
    const done = await importFile(
      test,
      client,
      zipOf({ 'data.json': JSON.stringify(data), ...Object.fromEntries(entries) }),
    );
    expect(done.report?.notes).toEqual([
      '1 agent was added.',
      'The agent “Sailing” was added; 2 of its files couldn’t be imported.',
      'The collection “Boats” was added; 1 of its files couldn’t be imported.',
    ]);
    const [agent] = await agentsOf(client);
    expect(agent!.files).toHaveLength(50);
    expect(done.report?.files.skipped).toBe(3);
  });

  it('that an earlier release imported without their files get them, unless they have some by now', async () => {
    const archive = await exportOf(test, await withFile('Be brief.'));
    const { user, client } = await person();
    const own = { title: 'Sailing', instruction: 'Be brief.' };
    await test.db.insert(schema.agents).values({ ...own, userId: user.id });
    for (const added of [1, 0]) {
      const done = await importFile(test, client, archive);
      expect(done.report).toMatchObject({ files: { added }, notes: [] });
      expect(await agentsOf(client)).toMatchObject([{ ...own, files: [{ name: 'knots.txt' }] }]);
    }
    const [agent] = await agentsOf(client);
    expect((await client.request({ method: 'GET', url: agent!.files[0]!.url })).text).toBe('Bowline');
  });

  it('whose files are not in the archive come without them, or not at all if they have nothing else', async () => {
    const { client } = await person();
    const files = [{ name: 'knots.txt', type: 'text/plain', url: '/objects/chatFiles/gone' }];
    const agents = [
      { title: 'Sailing', instruction: 'Be brief.', files },
      { title: 'Rowing', instruction: ' ', files },
      { title: 'Old', instruction: 'From before agents were exported with files.' },
    ];
    const data = JSON.stringify({ format: 'atrium-export', version: 1, agents });
    const done = await importFile(test, client, zipOf({ 'data.json': data }));
    expect(done.report?.notes).toEqual([
      '2 agents were added.',
      'Some files aren’t in the archive, so they were skipped.',
      'The agent “Sailing” was added; 1 of its files couldn’t be imported.',
      'The agent “Rowing” has no instruction, and its files couldn’t be imported. It was skipped.',
    ]);
    expect((await agentsOf(client)).map(({ title, files: own }) => [title, own])).toEqual(
      expect.arrayContaining([
        ['Sailing', []],
        ['Old', []],
      ]),
    );
    expect(await agentsOf(client)).toHaveLength(2);
  });
});

describe('an export of Claude', () => {
  const root = '00000000-0000-4000-8000-000000000000';
  const messageBy = (uuid: string, sender: string, text: string, more: object = {}) => ({
    uuid,
    sender,
    text,
    created_at: '2025-03-01T10:00:00.000000Z',
    attachments: [],
    files: [],
    ...more,
  });
  const boats = {
    uuid: 'c-boats',
    name: 'Boats',
    created_at: '2025-03-01T10:00:00.000000Z',
    updated_at: '2025-03-02T10:00:00.000000Z',
    project: { uuid: 'p1' },
    chat_messages: [
      messageBy('m1', 'human', 'Which boat?', {
        parent_message_uuid: root,
        attachments: [{ file_name: 'list.txt', file_type: 'txt', extracted_content: 'Sloop' }],
        files: [{ file_name: 'photo.jpg' }],
      }),
      messageBy('m2', 'assistant', '', {
        parent_message_uuid: 'm1',
        content: [
          { type: 'thinking', thinking: 'Small ones.' },
          {
            type: 'text',
            text: 'A sloop.',
            citations: [
              { details: { type: 'web_search_citation', url: 'https://boats.example/sloop' } },
              { url: 'https://boats.example/sloop' },
              { url: 'javascript:alert(1)' },
              null,
            ],
          },
          { type: 'tool_use', name: 'artifacts', input: { title: 'Plan', language: 'md', content: '# Sail' } },
          { type: 'tool_use', name: 'create_file', input: { path: '/mnt/outputs/wind.py', file_text: 'blow()' } },
          { type: 'tool_use', name: 'create_file', input: { filename: 'empty.txt' } },
        ],
      }),
      messageBy('m3', 'assistant', 'A ketch.\n```\nThis block is not supported on your current device yet.\n```', {
        parent_message_uuid: 'm1',
      }),
    ],
  };
  const old = {
    uuid: 'c-old',
    name: '',
    chat_messages: [messageBy('o1', 'human', 'Hi'), messageBy('o2', 'assistant', 'Hello')],
  };
  const project = {
    uuid: 'p1',
    name: 'Sailing',
    prompt_template: 'Be brief.',
    docs: [{ uuid: 'd1', filename: 'knots.md', content: 'Bowline' }],
  };
  const zip = zipOf({
    'users.json': '[]',
    'conversations.json': JSON.stringify([boats, old, { uuid: 'c-empty', name: 'E', chat_messages: [] }]),
    'projects.json': JSON.stringify([project, { uuid: 'p2', name: 'Bare' }]),
  });

  it('is recognized by its format and imported completely: chats with versions, thoughts and files, projects as collections and agents; once', async () => {
    const { client } = await person();
    const done = await importFile(test, client, zip);
    expect(done).toMatchObject({
      state: 'done',
      product: 'Claude',
      report: { chats: { added: 2, skipped: 1 }, messages: { added: 3 }, collections: { added: 2 } },
    });
    expect(done.source).toBeUndefined();
    const [listed] = await chatsOf(client);
    expect(listed).toMatchObject({
      title: 'Boats',
      lastUpdate: '2025-03-02T10:00:00.000Z',
      tags: [{ name: 'Sailing' }],
    });
    const [message] = await messagesOf(client, listed!._id);
    // Only an answer with a model has its actions, such as Copy.
    expect(message).toMatchObject({ prompt: 'Which boat?', content: 'A ketch.', modal: 'Assistant' });
    expect(message!.versions).toHaveLength(2);
    await client.call(calls.chat.selectVersion, { messageId: message!.versions!.find((id) => id !== message!._id)! });
    const [other] = await messagesOf(client, listed!._id);
    expect(other).toMatchObject({
      content: 'A sloop.\n\n**Plan**\n\n```md\n# Sail\n```\n\n**wind.py**\n\n```py\nblow()\n```',
      thoughts: ['Small ones.'],
      citations: '["https://boats.example/sloop"]',
      userFiles: [{ name: 'list.txt' }],
      omissions: [{ kind: 'files-not-imported', names: ['photo.jpg'] }],
    });

    const again = await importFile(test, client, zip);
    expect(again.report).toMatchObject({ chats: { added: 0, known: 2 }, collections: { added: 0, known: 2 } });
    const { flows } = (await client.call(calls.agents.listAgents, {})).body;
    expect(flows).toMatchObject([{ title: 'Sailing', instruction: 'Be brief.', files: [{ name: 'knots.md' }] }]);
    expect(await bytesAt(client, flows[0]!.files[0]!.url)).toBe(200);
  });

  it('is imported without the agents for which there is no room', async () => {
    const { user, client } = await person();
    const full = Array.from({ length: agentsMax }, () => ({ userId: user.id, title: 'A', instruction: 'B' }));
    await test.db.insert(schema.agents).values(full);
    expect(await importFile(test, client, zip)).toMatchObject({
      state: 'done',
      report: {
        chats: { added: 2 },
        collections: { added: 2 },
        notes: expect.arrayContaining(['The project “Sailing” is a collection here. There was no room for its agent.']),
      },
    });
    expect(await test.db.$count(schema.agents, eq(schema.agents.userId, user.id))).toBe(agentsMax);
    expect((await objectsOf(user.id)).some(({ name }) => name === 'knots.md')).toBe(false);
  });

  it('has its projects in files of their own, too', async () => {
    const { client } = await person();
    const file = zipOf({
      'conversations.json': JSON.stringify([boats]),
      'projects/p1.json': JSON.stringify(project),
    });
    expect((await importFile(test, client, file)).report?.collections.added).toBe(1);
    expect((await chatsOf(client))[0]?.tags).toMatchObject([{ name: 'Sailing' }]);
  });

  it('with damaged projects is refused as a whole', async () => {
    const { client } = await person();
    const file = zipOf({ 'conversations.json': JSON.stringify([boats]), 'projects.json': '[{"uuid": "p1"' });
    expect(await importFile(test, client, file)).toMatchObject({ state: 'failed' });
    expect(await chatsOf(client)).toEqual([]);
  });
});
