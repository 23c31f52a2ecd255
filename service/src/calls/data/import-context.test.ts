import * as calls from '@atrium/shared-kernel/contracts/calls';
import { pinnedMessagesMax, summaryMax } from '@atrium/shared-kernel/contracts/constants';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { schema } from '../../db/database.ts';
import type { SendInput } from '../../domain/replies/message-chat.ts';
import type { ModelPort } from '../../ports/model.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { exportOf, importFile, textsIn, zipOf } from '../../testing/archives.ts';
import type { TestClient } from '../../testing/client.ts';
import { sideRequestIn } from '../../testing/side-request.ts';

const { chatSummaries, messages } = schema;
const words = 'word '.repeat(150);
const model: ModelPort = {
  label: 'Listener',
  contextTokens: 4000,
  async *reply({ system }) {
    yield { type: 'text', text: sideRequestIn(system) === 'summary' ? 'Of rivers.' : `Yes. ${words}` };
  },
  name: async () => 'Title',
  improve: async (prompt) => prompt,
};

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp({ model, env: { ATRIUM_SENDS_PER_MINUTE: '0' } });
});
afterAll(() => test.close());

const person = async () => test.as(await test.createUser({ premium: true }));
const send = async (client: TestClient, input: SendInput) => {
  const { items } = await client.stream(calls.chat.streamReply, input);
  await test.services.background.settled();
  return {
    chatId: items.find((item) => item.type === 'chatId')!.chatId,
    id: items.find((item) => item.type === 'id')!.id,
  };
};
const contextOf = async (client: TestClient, chatId: string) =>
  (await client.call(calls.chat.readContext, { chatId })).body;
const chatIn = async (client: TestClient) => (await client.call(calls.chat.listChats, {})).body.chats[0]!._id;
const save = async (client: TestClient, chatId: string, text: string) => {
  const { revision } = (await contextOf(client, chatId)).summary!;
  const headers = { 'if-match': `"${revision}"` };
  await client.request({
    method: 'POST',
    url: `/api${calls.chat.saveSummary.path}`,
    payload: { chatId, text },
    headers,
  });
};
/** A chat with a memory, a pinned message, and a summary that the user started and the model continued. */
const fullChat = async (more: object = {}) => {
  const client = await person();
  await client.call(calls.memories.addMemory, { memory: 'Drinks tea.' });
  const { chatId, id: first } = await send(client, { prompt: `The Elbe ${words}`, ...more });
  const go = async (count: number) => {
    for (let at = 0; at < count; at += 1) await send(client, { id: chatId, prompt: `More ${at} ${words}` });
  };
  await go(11);
  await client.call(calls.chat.pinMessage, { messageId: first, pinned: true });
  await save(client, chatId, 'It is the Elbe.');
  await go(8);
  return { client, chatId };
};
const comparable = async (client: TestClient, chatId: string) => {
  const { last, summary, pinned, excerpts } = await contextOf(client, chatId);
  const { text, covers, edited } = summary!;
  const { parts, turns, used, limit, memories } = last!.report;
  const spoken = turns.map(({ messageId, ...turn }) => ({ ...turn, prompt: excerpts?.[messageId] }));
  return {
    summary: { text, covers, edited },
    pinned: pinned.map((id) => excerpts?.[id]),
    report: { parts, used, limit, spoken, memories: memories.length },
  };
};

interface Data {
  readonly messages: Record<string, unknown>[];
  readonly summaries: Record<string, unknown>[];
}
const dataIn = (archive: Uint8Array): Data => JSON.parse(textsIn(archive)['data.json']!) as Data;
/** The archive with changed data. */
const changed = (archive: Uint8Array, change: (data: Data) => object): Buffer =>
  zipOf({ 'data.json': JSON.stringify(change(dataIn(archive))) });
const summariesOf = (chatId: string) => test.db.select().from(chatSummaries).where(eq(chatSummaries.chatId, chatId));

describe('what belongs to the context of a chat', () => {
  it('is in the export and restored by an import: the edited summary, pins, and what was sent', async () => {
    const { client, chatId } = await fullChat();
    const before = await comparable(client, chatId);
    expect(before).toMatchObject({ summary: { text: 'It is the Elbe.\n\nOf rivers.', edited: true }, report: {} });
    const archive = await exportOf(test, client);
    expect(dataIn(archive).summaries.at(-1)).toMatchObject({ chatId, written: 'It is the Elbe.', text: 'Of rivers.' });
    const to = await person();
    const done = await importFile(test, to, archive);
    expect([done.state, done.report?.notes]).toEqual(['done', []]);
    const copy = await chatIn(to);
    expect(await comparable(to, copy)).toEqual(before);
    const [memory] = (await to.call(calls.memories.listMemories, {})).body.memories;
    expect((await contextOf(to, copy)).last!.report.memories).toEqual(before.report.memories ? [memory!._id] : []);
    // And once more, from there.
    const third = await person();
    await importFile(test, third, await exportOf(test, to));
    expect(await comparable(third, await chatIn(third))).toEqual(before);
  });

  it('is added once, and never overwrites existing data', async () => {
    const { client, chatId } = await fullChat();
    const archive = await exportOf(test, client);
    const [own, before] = [await summariesOf(chatId), await comparable(client, chatId)];
    await importFile(test, client, archive);
    expect([await summariesOf(chatId), await comparable(client, chatId)]).toEqual([own, before]);
    const to = await person();
    await importFile(test, to, archive);
    const copy = await chatIn(to);
    await save(to, copy, 'Mine.');
    const imported = await summariesOf(copy);
    await importFile(test, to, archive);
    expect(await summariesOf(copy)).toEqual(imported);
  });

  it('of a secure chat is sealed on import', async () => {
    const { client } = await fullChat();
    const archive = changed(await exportOf(test, client), (data) => ({
      ...data,
      chats: (data as unknown as { chats: object[] }).chats.map((chat) => ({ ...chat, secure: true })),
    }));
    const to = await person();
    await importFile(test, to, archive);
    const copy = await chatIn(to);
    expect((await contextOf(to, copy)).summary).toMatchObject({ text: 'It is the Elbe.\n\nOf rivers.' });
    // The stored values, because the product reads them decrypted.
    const { rows } = await test.db.execute(sql`
      select coalesce(written, '') || text || coalesce(context_report, '') as stored
      from chat_summaries s join messages m using (chat_id) where chat_id = ${copy}`);
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toMatch(/the Elbe|Of rivers|tokens/);
  });

  it('is missing in exports from before it existed', async () => {
    const { client } = await fullChat();
    const archive = changed(await exportOf(test, client), (data) => ({
      ...data,
      summaries: undefined,
      messages: data.messages.map((message) => ({ ...message, pinned: undefined, contextReport: undefined })),
    }));
    const to = await person();
    const done = await importFile(test, to, archive);
    expect(done.report).toMatchObject({ messages: { added: 20, skipped: 0 }, notes: [] });
    const { summary, pinned, last } = await contextOf(to, await chatIn(to));
    expect([summary, pinned, last]).toEqual([undefined, [], undefined]);
  });
});

describe('an archive that was tampered with', () => {
  it('loses no message because of an invalid context', async () => {
    const { client } = await fullChat();
    const whole = await exportOf(test, client);
    const [summary] = dataIn(whole).summaries;
    const reports = ['no JSON', '{}', '[]', '{"limit":-1}', 7, { limit: 1 }, 'x'.repeat(200_001)];
    const archive = changed(whole, (data) => ({
      ...data,
      messages: data.messages.map((message, at) => ({
        ...message,
        pinned: 'yes',
        contextReport: reports[at % reports.length],
      })),
      summaries: [
        'none',
        null,
        { ...summary, id: 'x' },
        { ...summary, text: '', written: ' ' },
        { ...summary, text: 'x'.repeat(summaryMax), written: 'y' },
        { ...summary, id: '0'.repeat(24), upToId: 'f'.repeat(24) },
        { ...summary, id: '1'.repeat(24), chatId: 'f'.repeat(24) },
      ],
    }));
    const to = await person();
    const done = await importFile(test, to, archive);
    expect(done.report).toMatchObject({
      messages: { added: 20, skipped: 0 },
      notes: [
        'Some summaries could not be read, and were left out.',
        'Some summaries belong to messages that are not in the archive, and were left out.',
      ],
    });
    const copy = await chatIn(to);
    const { last, pinned } = await contextOf(to, copy);
    expect([last, pinned, await summariesOf(copy)]).toEqual([undefined, [], []]);
    expect((await send(to, { id: copy, prompt: 'Go on' })).chatId).toBe(copy);
  });

  it('stores no more pinned messages, and no more summaries, than the limits', async () => {
    const { client } = await fullChat();
    const archive = changed(await exportOf(test, client), (data) => ({
      ...data,
      messages: data.messages.flatMap((message, at) => [
        { ...message, pinned: true },
        { ...message, pinned: true, id: `${String(message['id']).slice(0, 20)}${String(at).padStart(4, '0')}` },
      ]),
      summaries: Array.from({ length: 500 }, (_, at) => ({
        ...data.summaries[0],
        id: String(at).padStart(24, '0'),
        covers: -1,
        ...(at % 2 === 0 ? {} : { written: 'Mine.', text: '' }),
      })),
    }));
    const to = await person();
    const { report } = await importFile(test, to, archive);
    expect(report).toMatchObject({ messages: { added: 40 }, notes: [expect.stringContaining('keeps 20 messages')] });
    const copy = await chatIn(to);
    expect((await contextOf(to, copy)).pinned).toHaveLength(pinnedMessagesMax);
    const stored = await summariesOf(copy);
    expect(stored.filter(({ written }) => written === null)).toHaveLength(6);
    expect(stored.filter(({ written }) => written === 'Mine.')).toHaveLength(12);
    expect(stored.every(({ covers }) => covers > 0)).toBe(true);
  });

  it('shows nothing of other users’ messages by naming them in a report', async () => {
    const other = await fullChat();
    const [theirs] = await test.db.select().from(messages).where(eq(messages.chatId, other.chatId)).limit(1);
    const { client } = await fullChat();
    const archive = changed(await exportOf(test, client), (data) => ({
      ...data,
      messages: data.messages.map((message) => ({
        ...message,
        contextReport: JSON.stringify({
          limit: 1,
          used: 1,
          counted: 'exact',
          parts: [],
          turns: [{ messageId: theirs!.id, tokens: 1 }],
          memories: ['f'.repeat(24)],
          files: [{ name: 'a', url: '/objects/theirs', tokens: 1 }],
        }),
      })),
    }));
    const to = await person();
    await importFile(test, to, archive);
    const { last, excerpts } = await contextOf(to, await chatIn(to));
    expect(last!.report).toMatchObject({ memories: [], files: [{ name: 'a' }] });
    expect(last!.report.files![0]).not.toHaveProperty('url');
    expect(excerpts).not.toHaveProperty(last!.report.turns[0]!.messageId);
    // Neither does a report that contains their ids, however it got there.
    await test.db
      .update(messages)
      .set({ contextReport: JSON.stringify({ ...last!.report, turns: [{ messageId: theirs!.id, tokens: 1 }] }) })
      .where(eq(messages.id, last!.messageId));
    expect((await contextOf(to, await chatIn(to))).excerpts).not.toHaveProperty(theirs!.id);
  });
});
