import * as calls from '@atrium/shared-kernel/contracts/calls';
import { pinsMax } from '@atrium/shared-kernel/contracts/constants';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { schema } from '../../db/database.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { importFile, zipOf } from '../../testing/archives.ts';
import type { TestClient } from '../../testing/client.ts';

const { chats, messages, objects } = schema;

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const node = (parent: string | null, children: string[], role?: string, text?: string) => ({
  parent,
  children,
  message: role === undefined ? null : { author: { role }, create_time: 1_700_000_000, content: { parts: [text] } },
});
const tea = {
  conversation_id: 'c-tea',
  title: 'Tea',
  create_time: 1_700_000_000,
  update_time: 1_700_000_500,
  current_node: 'a2',
  mapping: {
    r: node(null, ['q']),
    q: node('r', ['a1', 'a2'], 'user', 'Which tea?'),
    a1: node('q', [], 'assistant', 'Green.'),
    a2: node('q', [], 'assistant', 'Black.'),
  },
};
const old = {
  id: 'c-old',
  title: '',
  create_time: 1_600_000_000,
  is_archived: true,
  mapping: { q: node(null, ['a'], 'user', 'Hi \u0000'), a: node('q', [], 'assistant', 'Hello') },
};
const zipOfAll = (...conversations: object[]) =>
  zipOf({ 'user.json': '{}', 'chat.html': '<html>', 'conversations.json': JSON.stringify(conversations) });

const person = async () => {
  const user = await test.createUser();
  return { user, client: test.as(user) };
};

describe('an import from ChatGPT', () => {
  it('creates chats with their dates, branches and archive, and reports what it imported', async () => {
    const { client } = await person();
    const done = await importFile(test, client, zipOfAll(tea, old, { id: 'empty', mapping: {} }));
    expect(done).toMatchObject({
      state: 'done',
      progress: 100,
      source: 'chatgpt',
      report: {
        chats: { added: 2, known: 0, skipped: 1 },
        messages: { added: 3, known: 0, skipped: 0 },
        notes: ['Some conversations were empty or couldn’t be read, so they were skipped.'],
      },
    });
    const [listed] = (await client.call(calls.chat.listChats, {})).body.chats;
    expect(listed).toMatchObject({ title: 'Tea', lastUpdate: '2023-11-14T22:21:40.000Z' });
    const { body } = await client.call(calls.chat.getChat, { chatId: listed!._id });
    expect(body.messages).toMatchObject([{ prompt: 'Which tea?', content: 'Black.' }]);
    expect(body.messages[0]!.versions).toHaveLength(2);
    const archive = (await client.call(calls.chat.listChats, { only: 'archived' })).body.chats;
    expect(archive).toHaveLength(1);
    const found = (await client.call(calls.chat.getChat, { chatId: archive[0]!._id })).body.messages;
    expect(found).toMatchObject([{ prompt: 'Hi ', content: 'Hello' }]);
  });

  it('adds nothing twice, but newer messages', async () => {
    const { user, client } = await person();
    await importFile(test, client, zipOfAll(tea, old));
    const again = await importFile(test, client, zipOfAll(tea, old));
    expect(again.report).toMatchObject({
      chats: { added: 0, known: 2, skipped: 0 },
      messages: { added: 0, known: 3, skipped: 0 },
    });
    const grown = structuredClone(tea) as typeof tea & { mapping: Record<string, ReturnType<typeof node>> };
    grown.mapping.a2.children.push('q3');
    grown.mapping['q3'] = node('a2', ['a3'], 'user', 'Why?');
    grown.mapping['a3'] = node('q3', [], 'assistant', 'It is strong.');
    grown.current_node = 'a3';
    const later = await importFile(test, client, zipOfAll(grown));
    expect(later.report?.messages).toEqual({ added: 1, known: 2, skipped: 0 });
    const [chat] = await test.db.select().from(chats).where(eq(chats.title, 'Tea')).orderBy(chats.id);
    expect(await test.db.select().from(messages).where(eq(messages.userId, user.id))).toHaveLength(4);
    const [own] = (await client.call(calls.chat.listChats, {})).body.chats;
    const { body } = await client.call(calls.chat.getChat, { chatId: own!._id });
    expect(body.messages.map(({ content }) => content)).toEqual(['Black.', 'It is strong.']);
    expect(chat).toBeDefined();
  });

  const talk = {
    conversation_id: 'c-talk',
    title: 'Talk',
    create_time: 1_700_000_000,
    update_time: 1_700_000_100,
    current_node: 'q',
    mapping: { q: node(null, [], 'user', 'Still there?') },
  };
  const laterTea = {
    ...tea,
    update_time: 1_700_000_900,
    current_node: 'a3',
    mapping: {
      ...tea.mapping,
      a2: node('q', ['t'], 'assistant', 'Black.'),
      t: node('a2', ['q3'], 'tool', '{}'),
      q3: node('t', ['a3'], 'user', 'Why?'),
      a3: node('q3', [], 'assistant', 'It is strong.'),
    },
  };
  const shown = async (client: TestClient, chatId: string) =>
    (await client.call(calls.chat.getChat, { chatId })).body.messages.map(({ content }) => content);

  it('goes on where an earlier one ended: behind a step that nobody sees, and with an answer that was missing', async () => {
    const { client } = await person();
    await importFile(test, client, zipOfAll(tea, talk));
    const answered = {
      ...talk,
      update_time: 1_700_000_800,
      current_node: 'a',
      mapping: { q: node(null, ['a'], 'user', 'Still there?'), a: node('q', [], 'assistant', 'Yes.') },
    };
    const later = await importFile(test, client, zipOfAll(laterTea, answered));
    expect(later.report?.messages).toEqual({ added: 2, known: 2, skipped: 0 });
    const listed = (await client.call(calls.chat.listChats, {})).body.chats;
    expect(listed).toMatchObject([
      { title: 'Tea', lastUpdate: '2023-11-14T22:28:20.000Z' },
      { title: 'Talk', lastUpdate: '2023-11-14T22:26:40.000Z' },
    ]);
    expect(await shown(client, listed[0]!._id)).toEqual(['Black.', 'It is strong.']);
    expect(await shown(client, listed[1]!._id)).toEqual(['Yes.']);
  });

  it('knows what an earlier version of the import stored under a step that nobody sees', async () => {
    const { client } = await person();
    const { a2: _a2, ...others } = tea.mapping;
    // That version knew the answer by its last step of all, and this one knows it by the last that shows something.
    const answer = { q: node('r', ['a1', 't'], 'user', 'Which tea?'), t: node('q', [], 'assistant', 'Black.') };
    await importFile(test, client, zipOfAll({ ...tea, current_node: 't', mapping: { ...others, ...answer } }));
    const { q3: _q3, a3: _a3, ...until } = laterTea.mapping;
    for (const unseen of [
      { t: node('a2', [], 'tool', '{}') },
      { t: node('a2', ['u'], 'tool', '{}'), u: node('t', [], 'tool', '{}') },
    ]) {
      const ended = { ...laterTea, current_node: 't', mapping: { ...until, ...unseen } };
      expect((await importFile(test, client, zipOfAll(ended))).report?.messages).toMatchObject({ added: 0, known: 2 });
    }
    const later = await importFile(test, client, zipOfAll(laterTea));
    expect(later.report?.messages).toMatchObject({ added: 1, known: 2 });
    const [listed] = (await client.call(calls.chat.listChats, {})).body.chats;
    expect(await shown(client, listed!._id)).toEqual(['Black.', 'It is strong.']);
    const { body } = await client.call(calls.chat.getChat, { chatId: listed!._id });
    expect(body.messages[0]!.versions).toHaveLength(2);
  });

  it('leaves in view what the user went on with here', async () => {
    const client = test.as(await test.createUser({ premium: true }));
    await importFile(test, client, zipOfAll(tea));
    const [chat] = (await client.call(calls.chat.listChats, {})).body.chats;
    await client.stream(calls.chat.streamReply, { id: chat!._id, prompt: 'And coffee?' });
    const before = await shown(client, chat!._id);
    expect(before).toHaveLength(2);
    expect((await importFile(test, client, zipOfAll(laterTea))).report?.messages.added).toBe(1);
    expect(await shown(client, chat!._id)).toEqual(before);
  });

  it('restores a chat that was deleted', async () => {
    const { client } = await person();
    await importFile(test, client, zipOfAll(tea));
    const [chat] = (await client.call(calls.chat.listChats, {})).body.chats;
    await client.call(calls.chat.deleteChats, { chatIds: [chat!._id] });
    await importFile(test, client, zipOfAll(tea));
    expect((await client.call(calls.chat.listChats, {})).body.chats).toMatchObject([{ _id: chat!._id }]);
  });

  it('restores a chat that was pinned unpinned if as many as possible are pinned by now', async () => {
    const { client, user } = await person();
    await importFile(test, client, zipOfAll(tea));
    const [chat] = (await client.call(calls.chat.listChats, {})).body.chats;
    await client.call(calls.chat.pinChat, { chatId: chat!._id, pinned: true });
    await client.call(calls.chat.deleteChats, { chatIds: [chat!._id] });
    await test.db
      .insert(schema.chats)
      .values(Array.from({ length: pinsMax }, () => ({ userId: user.id, pinned: new Date() })));
    await importFile(test, client, zipOfAll(tea));
    const { body } = await client.call(calls.chat.listChats, { only: 'pinned' });
    expect(body.chats).toHaveLength(pinsMax);
    expect(body.chats.map(({ _id }) => _id)).not.toContain(chat!._id);
  });

  it('of the same file by two users creates chats for each', async () => {
    const [one, two] = [await person(), await person()];
    await importFile(test, one.client, zipOfAll(tea));
    const done = await importFile(test, two.client, zipOfAll(tea));
    expect(done.report?.chats.added).toBe(1);
  });

  it('says that it leaves out changes to parts of a canvas document', async () => {
    const { client } = await person();
    const call = { updates: [{ pattern: 'Green', multiple: false, replacement: 'Black' }] };
    const change = node('q', [], 'assistant', JSON.stringify(call));
    const message = { ...change.message, recipient: 'canmore.update_textdoc' };
    const mapping = { q: node(null, ['a'], 'user', 'Which tea?'), a: { ...change, message } };
    const done = await importFile(test, client, zipOfAll({ ...tea, mapping }));
    expect(done.report).toMatchObject({
      chats: { added: 1 },
      notes: ['Changes to parts of a canvas document couldn’t be imported. Its full versions were.'],
    });
  });

  it('reads an export that is split into several files', async () => {
    const { client } = await person();
    const done = await importFile(
      test,
      client,
      zipOf({
        'folder/conversations-000.json': JSON.stringify([tea]),
        'folder/conversations-001.json': JSON.stringify([old]),
      }),
    );
    expect(done.report?.chats.added).toBe(2);
  });
});

it('an import from Claude says that it leaves out memories, if there are any', async () => {
  const { client } = await person();
  const human = { uuid: 'm1', sender: 'human', text: 'Hi', created_at: '2026-01-01T00:00:00Z' };
  const files = { 'conversations.json': JSON.stringify([{ uuid: 'c1', name: 'Tea', chat_messages: [human] }]) };
  expect((await importFile(test, client, zipOf(files))).report?.notes).toEqual([]);
  const memories = JSON.stringify([{ conversations_memory: 'Drinks tea.', account_uuid: 'u1' }]);
  const done = await importFile(test, client, zipOf({ ...files, 'memories.json': memories }));
  expect(done.report?.notes).toEqual([
    'Claude’s memories couldn’t be imported. Add what Atrium should remember in the Memory bar.',
  ]);
});

describe('a file that cannot be imported', () => {
  const whole = zipOfAll(tea);
  const flipped = () => {
    const damaged = Buffer.from(zipOf({ 'conversations.json': JSON.stringify([tea, old]).padEnd(4000) }));
    damaged[60] = damaged[60]! ^ 0xff;
    return damaged;
  };
  /** An archive of several conversations files whose directory holds this value for each, at this offset of its record. */
  const withDirectory = (offset: number, value: number) => {
    const entries = Array.from({ length: 9 }, (_, at) => [`conversations-${at}.json`, JSON.stringify([tea])]);
    const changed = zipOf(Object.fromEntries(entries));
    const record = Buffer.from('PK\x01\x02');
    for (let at = changed.indexOf(record); at !== -1; at = changed.indexOf(record, at + 1))
      changed.writeUInt32LE(value, at + offset);
    return changed;
  };
  const incomplete = 'This file is not a complete zip archive. Please choose the file as it was exported.';
  const neither = 'This file isn’t an Atrium, ChatGPT or Claude export.';
  const cut = (name: string) => `The data in this archive is damaged: ${name} cannot be read to its end.`;
  const damaged = cut('conversations.json');
  it.each([
    ['no zip', Buffer.from('Hello'), incomplete],
    ['the first half of one', whole.subarray(0, whole.length / 2), incomplete],
    ['a zip of something else', zipOf({ 'a.txt': 'Hi' }), neither],
    ['broken JSON after a good chat', zipOf({ 'conversations.json': `[${JSON.stringify(tea)}, {"a": tru}]` }), damaged],
    ['JSON that breaks off', zipOf({ 'conversations.json': `[${JSON.stringify(tea)}` }), damaged],
    ['changed bytes', flipped(), damaged],
    ['another list', zipOf({ 'conversations.json': '[1, 2]' }), neither],
    ['another object', zipOf({ 'conversations.json': '{"a": 1}' }), neither],
    ['data of something else', zipOf({ 'data.json': '{"chats": []}' }), neither],
    [
      'data of a later version',
      zipOf({ 'data.json': '{"format": "atrium-export", "version": 2}' }),
      'This export comes from another version of Atrium, which this one cannot read.',
    ],
    ['entries that share their content', withDirectory(42, 0), incomplete],
    ['entries that overlap', withDirectory(20, 100_000), incomplete],
    ['36 GB when unpacked', withDirectory(24, 2 ** 32 - 2), 'This archive holds more than can be imported.'],
    ['data that breaks off', zipOf({ 'data.json': '{"format": "atrium-export", "version": 1' }), cut('data.json')],
  ])('as %s is refused with a sentence, and nothing of it is imported', async (_, file, msg) => {
    const { user, client } = await person();
    const done = await importFile(test, client, file);
    expect([done.state, done.msg]).toEqual(['failed', msg]);
    expect(await test.db.select().from(chats).where(eq(chats.userId, user.id))).toEqual([]);
    expect(await test.db.select().from(objects).where(eq(objects.userId, user.id))).toEqual([]);
  });

  it('is not started before it has been uploaded completely', async () => {
    const { client } = await person();
    const { body } = await client.call(calls.data.startImport, { name: 'a.zip', size: whole.length });
    const early = await client.call(calls.data.runImport, { importId: body.importId });
    expect([early.status, early.body.msg]).toEqual([400, 'The file has not been uploaded completely.']);
  });

  it('cannot be announced if it is empty or larger than 2 GB', async () => {
    const { client } = await person();
    for (const size of [0, 2 * 1024 ** 3 + 1])
      expect((await client.call(calls.data.startImport, { name: 'a.zip', size })).status).toBe(400);
  });
});
