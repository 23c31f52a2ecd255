import * as calls from '@atrium/shared-kernel/contracts/calls';
import { pinnedMessagesMax } from '@atrium/shared-kernel/contracts/constants';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { schema } from '../../db/database.ts';
import { newId } from '../../db/id.ts';
import type { ModelPort, ModelRequest } from '../../ports/model.ts';
import type { SendInput } from '../../domain/replies/message-chat.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import type { TestClient } from '../../testing/client.ts';
import { sideRequestIn } from '../../testing/side-request.ts';

const { chatSummaries, messages } = schema;
const words = (count: number) => 'word '.repeat(count);

let given: ModelRequest[] = [];
let requests: ModelRequest[] = [];
let summaryOf: () => string | Promise<string> = () => 'They spoke of rivers.';
const model: ModelPort = {
  label: 'Listener',
  contextTokens: 4000,
  async *reply(request) {
    if (sideRequestIn(request.system) === 'summary') {
      requests.push(request);
      yield { type: 'text', text: await summaryOf() };
      return;
    }
    given.push(request);
    yield { type: 'text', text: `Yes. ${words(150)}` };
  },
  name: async () => 'Title',
  improve: async (prompt) => prompt,
};

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp({ model, env: { ATRIUM_SENDS_PER_MINUTE: '0' } });
});
afterAll(() => test.close());

const person = async () => {
  given = [];
  requests = [];
  summaryOf = () => 'They spoke of rivers.';
  return test.as(await test.createUser({ premium: true }));
};
const send = async (client: TestClient, input: SendInput) => {
  const { items } = await client.stream(calls.chat.streamReply, input);
  await test.services.background.settled();
  const chatId = items.find((item) => item.type === 'chatId')!.chatId;
  const id = items.find((item) => item.type === 'id')!.id;
  return { chatId, id, omitted: items.flatMap((item) => (item.type === 'omission' ? [item.omission.kind] : [])) };
};
/** A chat with this many messages, which do not all fit. */
const longChat = async (client: TestClient, count = 12) => {
  const { chatId, id: first } = await send(client, { prompt: `The Elbe ${words(150)}` });
  const ids = [first];
  for (let at = 1; at < count; at += 1)
    ids.push((await send(client, { id: chatId, prompt: `More ${at} ${words(150)}` })).id);
  return { chatId, ids };
};
const save = async (client: TestClient, chatId: string, text: string, revision: string) => {
  const { status, body } = await client.request({
    method: 'POST',
    url: `/api${calls.chat.saveSummary.path}`,
    payload: { chatId, text },
    headers: { 'if-match': `"${revision}"` },
  });
  return { status, body: body as { summary?: object; code?: string } };
};
const read = async (client: TestClient, chatId: string) => (await client.call(calls.chat.readContext, { chatId })).body;

describe('the context of a reply', () => {
  it('is reported by parts, with its turns and memories', async () => {
    const client = await person();
    const { body: memory } = await client.call(calls.memories.addMemory, { memory: 'Drinks tea.' });
    const { chatId, id: first } = await send(client, { prompt: 'Which tea?' });
    const { id } = await send(client, { id: chatId, prompt: 'And now?' });
    const { last, next, pinned, summary } = await read(client, chatId);
    expect(last).toMatchObject({ messageId: id, report: { window: 4000, limit: 4000, counted: 'estimate' } });
    expect(last!.report.turns).toMatchObject([{ messageId: first }]);
    expect(last!.report.memories).toEqual([memory.memory._id]);
    expect(last!.report.parts.map(({ kind }) => kind)).toEqual(['system', 'memories', 'turns', 'prompt']);
    expect(last!.report.used).toBe(last!.report.parts.reduce((sum, { tokens }) => sum + tokens, 0));
    expect(next.turns.map(({ messageId }) => messageId)).toEqual([first, id]);
    expect([pinned, summary]).toEqual([[], undefined]);
    expect((await read(client, chatId)).excerpts).toEqual({ [first]: 'Which tea?', [id]: 'And now?' });
    const { body: earlier } = await client.call(calls.chat.readContext, { chatId, messageId: first });
    expect(earlier.last).toMatchObject({ messageId: first, report: { turns: [] } });
  });
});

describe('pinned messages', () => {
  it('are sent however old they are, and are marked for their owner', async () => {
    const client = await person();
    summaryOf = () => '';
    const { chatId, ids } = await longChat(client);
    expect(given.at(-1)!.turns.some(({ content }) => content.startsWith('The Elbe'))).toBe(false);
    const { body } = await client.call(calls.chat.pinMessage, { messageId: ids[0]!, pinned: true });
    expect(body).toEqual({ pinned: [ids[0]] });
    await send(client, { id: chatId, prompt: 'Last' });
    expect(given.at(-1)!.turns[0]!.content).toMatch(/^The Elbe/);
    const { last, pinned } = await read(client, chatId);
    expect(last!.report.turns[0]).toMatchObject({ messageId: ids[0], pinned: true });
    expect(pinned).toEqual([ids[0]]);
    const { body: shown } = await client.call(calls.chat.getChat, { chatId });
    expect(shown.messages.map((message) => message.pinned === true)).toEqual([true, ...ids.map(() => false)]);
    await client.call(calls.chat.pinMessage, { messageId: ids[0]!, pinned: false });
    expect((await read(client, chatId)).pinned).toEqual([]);
  });

  it('are limited in number, even if two tabs pin at once', async () => {
    const client = await person();
    const { chatId, id } = await send(client, { prompt: 'Hi' });
    const [row] = await test.db.select().from(messages).where(eq(messages.id, id));
    const rows = Array.from({ length: pinnedMessagesMax + 1 }, () => ({
      chatId,
      userId: row!.userId,
      prompt: 'x',
      parentId: id,
    }));
    const made = await test.db.insert(messages).values(rows).returning({ id: messages.id });
    const answers = await Promise.all(
      made.map(({ id: messageId }) => client.call(calls.chat.pinMessage, { messageId, pinned: true })),
    );
    const refused = answers.filter(({ status }) => status === 400);
    expect(refused).toMatchObject([
      { body: { code: 'too-many-pinned-messages', msg: expect.stringContaining(`${pinnedMessagesMax}`) } },
    ]);
  });
});

describe('the summary of older messages', () => {
  it('is written after a reply before they drop out, and replaces them', async () => {
    const client = await person();
    const { chatId, ids } = await longChat(client);
    expect(requests[0]!.prompt).toContain('The Elbe');
    const { omitted } = await send(client, { id: chatId, prompt: 'Last' });
    expect(omitted).toEqual(['messages-summarized']);
    expect(given.at(-1)!.system).toContain('They spoke of rivers.');
    const { last, summary } = await read(client, chatId);
    expect(summary).toMatchObject({ text: 'They spoke of rivers.', edited: false });
    expect(summary!.covers).toBeGreaterThan(0);
    expect(summary!.covers).toBeLessThan(ids.length);
    expect(last!.report.parts).toContainEqual(expect.objectContaining({ kind: 'summary', count: summary!.covers }));
    // It continues from its previous state.
    for (let at = 0; at < 8; at += 1) await send(client, { id: chatId, prompt: `Again ${words(150)}` });
    expect(requests.at(-1)!.prompt).toContain('The summary so far:\nThey spoke of rivers.');
    expect((await read(client, chatId)).summary!.covers).toBeGreaterThan(summary!.covers);
  });

  it('stays as the user wrote it, and is only extended', async () => {
    const client = await person();
    const { chatId } = await longChat(client);
    const { summary } = await read(client, chatId);
    const { body } = await save(client, chatId, 'It is the Elbe.', summary!.revision);
    expect(body.summary).toMatchObject({ text: 'It is the Elbe.', edited: true });
    const stale = await save(client, chatId, 'The Rhine.', summary!.revision);
    expect(stale).toMatchObject({ status: 412, body: { code: 'stale' } });
    summaryOf = () => 'And of boats.';
    for (let at = 0; at < 8; at += 1) await send(client, { id: chatId, prompt: `Again ${words(150)}` });
    expect(requests.at(-1)!.prompt).toContain('What the person has written:\nIt is the Elbe.');
    expect((await read(client, chatId)).summary).toMatchObject({
      text: 'It is the Elbe.\n\nAnd of boats.',
      edited: true,
    });
    expect(given.at(-1)!.system).toContain('It is the Elbe.');
  });

  it('is copied with the chat, and stays as it is if that of the copy is changed', async () => {
    const client = await person();
    const { chatId } = await longChat(client);
    const { summary } = await read(client, chatId);
    await save(client, chatId, 'It is the Elbe.', summary!.revision);
    const { body } = await client.call(calls.chat.duplicateChat, { chatId });
    const copy = body.chat._id;
    const copied = (await read(client, copy)).summary!;
    expect(copied).toMatchObject({ text: 'It is the Elbe.', covers: summary!.covers, edited: true });
    await send(client, { id: copy, prompt: 'Last' });
    expect(given.at(-1)!.system).toContain('It is the Elbe.');
    await save(client, copy, 'The Rhine.', (await read(client, copy)).summary!.revision);
    expect((await read(client, chatId)).summary).toMatchObject({ text: 'It is the Elbe.' });
    // A branch that is not copied may have its own summary.
    await test.db.update(chatSummaries).set({ upToId: newId() }).where(eq(chatSummaries.chatId, chatId));
    const { body: next } = await client.call(calls.chat.duplicateChat, { chatId });
    expect((await read(client, next.chat._id)).summary).toBeUndefined();
  });

  it('is not copied by those who continue a shared chat', async () => {
    const client = await person();
    const { chatId } = await longChat(client);
    const { body } = await client.call(calls.chat.shareChat, { chatId });
    const { chatId: copy } = await send(test.as(await test.createUser({ premium: true })), {
      shareId: body.id,
      prompt: 'And?',
    });
    expect(given.at(-1)!.system).not.toContain('They spoke of rivers.');
    expect(copy).not.toBe(chatId);
  });

  it('is written again if the user empties it, and there is none until then', async () => {
    const client = await person();
    const { chatId } = await longChat(client);
    expect((await client.call(calls.chat.saveSummary, { chatId, text: ' ' })).body).toEqual({});
    expect((await read(client, chatId)).summary).toBeUndefined();
    summaryOf = () => 'Anew.';
    await send(client, { id: chatId, prompt: 'Go on' });
    expect((await read(client, chatId)).summary).toMatchObject({ text: 'Anew.', edited: false });
    const fresh = await send(client, { prompt: 'Hi' });
    const none = await client.call(calls.chat.saveSummary, { chatId: fresh.chatId, text: 'Mine' });
    expect(none).toMatchObject({ status: 400, body: { code: 'nothing-to-summarize' } });
  });

  it('does not belong to a branch that starts before its end', async () => {
    const client = await person();
    const { chatId, ids } = await longChat(client);
    await send(client, { id: chatId, prompt: 'Another beginning', replaces: ids[0]! });
    expect((await read(client, chatId)).summary).toBeUndefined();
    expect(given.at(-1)!.system).not.toContain('rivers');
  });

  /** Creates another branch, whose summary is extended many times, and shows the first branch again. */
  const growAnother = async (client: TestClient, chatId: string, replaces: string, shown: string) => {
    summaryOf = () => 'And of boats.';
    const enough = requests.length + 10;
    await send(client, { id: chatId, prompt: `Another way ${words(150)}`, replaces });
    for (let sent = 0; sent < 60 && requests.length < enough; sent += 1)
      await send(client, { id: chatId, prompt: `On ${words(150)}` });
    expect(requests.length).toBeGreaterThanOrEqual(enough);
    await client.call(calls.chat.selectVersion, { messageId: shown });
  };

  it.each([
    ['from its beginning', 0],
    ['from its end', -1],
  ])('stays as the user wrote it while another branch grows %s', async (_where, replaced) => {
    const client = await person();
    const { chatId, ids } = await longChat(client);
    await save(client, chatId, 'It is the Elbe.', (await read(client, chatId)).summary!.revision);
    await growAnother(client, chatId, ids.at(replaced)!, ids.at(-1)!);
    expect((await read(client, chatId)).summary).toMatchObject({
      text: expect.stringMatching(/^It is the Elbe\./),
      edited: true,
    });
  });

  it('stays while another branch grows', async () => {
    const client = await person();
    const { chatId, ids } = await longChat(client);
    const { summary } = await read(client, chatId);
    await growAnother(client, chatId, ids[0]!, ids.at(-1)!);
    expect((await read(client, chatId)).summary).toEqual(summary);
  });

  it('is stored only a few times for each branch', async () => {
    const client = await person();
    const { chatId, ids } = await longChat(client);
    await growAnother(client, chatId, ids[0]!, ids.at(-1)!);
    const stored = await test.db.select().from(chatSummaries).where(eq(chatSummaries.chatId, chatId));
    expect(Map.groupBy(stored, ({ text }) => text).get('And of boats.')).toHaveLength(6);
  });

  it('does not delay a reply, and its failure changes nothing', async () => {
    const client = await person();
    summaryOf = () => Promise.reject(new Error('The model is away.'));
    const { chatId } = await longChat(client);
    const { omitted } = await send(client, { id: chatId, prompt: 'Last' });
    expect(omitted[0]).toBe('messages-left-out');
    expect((await read(client, chatId)).summary).toBeUndefined();
  });

  it('is dropped if the user saves another one while it is being written', async () => {
    const client = await person();
    const { chatId } = await longChat(client);
    const revisions = async () => (await read(client, chatId)).summary!.revision;
    summaryOf = async () => {
      await save(client, chatId, 'Mine.', await revisions());
      return 'Late.';
    };
    for (let at = 0; at < 8 && !(await read(client, chatId)).summary!.edited; at += 1)
      await send(client, { id: chatId, prompt: `Again ${words(150)}` });
    expect((await read(client, chatId)).summary).toMatchObject({ text: 'Mine.', edited: true });
  });

  it('is deleted with its chat', async () => {
    const client = await person();
    const { chatId } = await longChat(client);
    expect(await test.db.select().from(chatSummaries).where(eq(chatSummaries.chatId, chatId))).not.toEqual([]);
    await test.db.delete(schema.chats).where(eq(schema.chats.id, chatId));
    expect(await test.db.select().from(chatSummaries).where(eq(chatSummaries.chatId, chatId))).toEqual([]);
  });
});
