import { Readable } from 'node:stream';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ModelPort, ModelRequest } from '../../ports/model.ts';
import { schema } from '../../db/database.ts';
import { chatMarkdown } from '../../domain/export/chat-markdown.ts';
import { tokensOf } from '../../domain/context/tokens.ts';
import { sealerFor } from '../../domain/modes/secure.ts';
import type { SendInput } from '../../domain/replies/message-chat.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import type { TestClient } from '../../testing/client.ts';
import { pdf } from '../../testing/files/pdf.ts';
import { named, upload } from '../../testing/files/upload.ts';
import { sideRequestIn } from '../../testing/side-request.ts';

const { chats, messages } = schema;
const words = (count: number) => 'word '.repeat(count);

let given: ModelRequest;
const model: ModelPort = {
  label: 'Listener',
  async *reply(request) {
    // It writes no summaries, so what does not fit is left out.
    if (sideRequestIn(request.system) === 'summary') return;
    given = request;
    yield { type: 'text', text: 'Yes.' };
    if (request.prompt === 'Break') throw new Error('It broke off.');
  },
  name: async () => 'Title',
  improve: async (prompt) => prompt,
};

let test: TestApp;
let small: TestApp;
const env = { ATRIUM_SENDS_PER_MINUTE: '0' };
/** A research would read pages, but its search cannot be reached. */
const webEnv = { ...env, SEARXNG_URL: 'http://127.0.0.1:9' };
beforeAll(async () => {
  test = await createTestApp({ model, env });
  small = await createTestApp({ model: { ...model, contextTokens: 4000 }, env: webEnv });
});
afterAll(() => Promise.all([test.close(), small.close()]));

const person = async (app: TestApp) => app.as(await app.createUser({ premium: true, booktAdmin: true }));
const send = async (client: TestClient, input: SendInput) => {
  const { items } = await client.stream(calls.chat.streamReply, input);
  const chatId = items.find((item) => item.type === 'chatId')!.chatId;
  const id = items.find((item) => item.type === 'id')!.id;
  const { body: message } = await client.call(calls.chat.getMessage, { id });
  const left = items.flatMap((item) => (item.type === 'omission' ? [item.omission] : []));
  expect(message.omissions ?? []).toEqual(left);
  return { chatId, id, left, at: message.createdDate };
};

describe('omissions of a request to a model', () => {
  it('are the middle of an earlier message that is too long, and its answer shows that permanently', async () => {
    const client = await person(test);
    const { chatId, at, left: first } = await send(client, { prompt: `Begin ${words(40_000)}finish` });
    expect(first).toEqual([]);
    expect(given.prompt).toHaveLength(200_012);

    const { left, id } = await send(client, { prompt: 'And?', id: chatId });
    expect(left).toEqual([{ kind: 'message-cut', at }]);
    expect(given.turns[0]!.content).toMatch(/^Begin word .* characters, is left out here.* word finish$/s);
    expect(given.turns[1]!.content).toBe('Yes.');

    // For others, in another tab, in a copy, in print.
    const again = await client.stream(calls.chat.followReply, { messageId: id });
    expect(again.items).toContainEqual(expect.objectContaining({ type: 'omission', omission: left[0] }));
    const { body: link } = await client.call(calls.chat.shareChat, { chatId });
    const { body: shared } = await test.visitor.call(calls.chat.getSharedChat, { messageId: link.id });
    expect(shared.messages.map(({ omissions }) => omissions)).toEqual([undefined, left]);
    const { body: copy } = await client.call(calls.chat.duplicateChat, { chatId });
    const { body: copied } = await client.call(calls.chat.getChat, { chatId: copy.chat._id });
    expect(copied.messages[1]!.omissions).toEqual(left);
    const [row] = await test.db.select().from(chats).where(eq(chats.id, chatId));
    const markdown = (await Readable.from(chatMarkdown(test.db, row!, { booktAdmin: false })).toArray()).join('');
    const minute = at.slice(0, 16).replace('T', ' ');
    expect(markdown).toContain(`*(The middle of your message from ${minute} was left out:`);
  });

  it('are the first messages of a long chat, and those whose answer failed', async () => {
    const client = await person(test);
    const { chatId } = await send(client, { prompt: 'First' });
    await send(client, { prompt: words(15_000), id: chatId });
    await send(client, { prompt: words(15_000), id: chatId });
    await send(client, { prompt: 'Break', id: chatId });
    const { left } = await send(client, { prompt: 'Last', id: chatId });
    expect(left.map(({ kind, count }) => [kind, count])).toEqual([
      ['unanswered-left-out', 1],
      ['message-cut', undefined],
    ]);
    for (let round = 0; round < 3; round += 1) await send(client, { prompt: words(15_000), id: chatId });
    const { left: later } = await send(client, { prompt: 'Last', id: chatId });
    expect(later[0]).toMatchObject({ kind: 'messages-left-out' });
    expect(given.turns.length / 2).toBeLessThan(8);
  });

  it('are what exceeds a known context, of the prompt and of its documents', async () => {
    const client = await person(small);
    const long = await upload(client, 'long.txt', 'text/plain', `Start ${words(30_000)}`);
    const scan = await upload(client, 'scan.pdf', 'application/pdf', pdf([[]]));
    const { left } = await send(client, { prompt: `Begin ${words(30_000)}finish`, files: [named(long), named(scan)] });
    expect(left).toMatchObject([
      { kind: 'prompt-cut' },
      { kind: 'files-in-parts', count: 1, names: ['long.txt'] },
      { kind: 'files-empty', names: ['scan.pdf'] },
    ]);
    expect(given.prompt).toMatch(/^Begin .*left out here.* finish$/s);
    expect(given.files?.[0]?.document?.text.length).toBeLessThan(12_000);
  });

  it('are older messages where a research needs their room for what it reads', async () => {
    const client = await person(small);
    const { chatId } = await send(client, { prompt: words(400) });
    for (let round = 0; round < 2; round += 1) await send(client, { prompt: words(400), id: chatId });
    expect((await send(client, { prompt: 'And?', id: chatId })).left).toEqual([]);
    const { left } = await send(client, { prompt: 'And?', id: chatId, deepResearch: true });
    expect(left).toMatchObject([{ kind: 'message-cut' }]);
    const { system, turns, prompt, sourceTokens = 0 } = given;
    const used = [system, prompt, ...turns.map(({ content }) => content)].reduce(
      (sum, text) => sum + tokensOf(text),
      0,
    );
    expect(sourceTokens).toBeGreaterThanOrEqual(1000);
    expect(used + sourceTokens).toBeLessThanOrEqual(4000);
  });

  it('are no messages where a research finds room beside them for all that it may read', async () => {
    const large = await createTestApp({ model: { ...model, contextTokens: 128_000 }, env: webEnv });
    const client = await person(large);
    const { chatId } = await send(client, { prompt: words(25_000) });
    for (let round = 0; round < 2; round += 1) await send(client, { prompt: words(25_000), id: chatId });
    expect((await send(client, { prompt: 'And?', id: chatId, deepResearch: true })).left).toEqual([]);
    expect(given.turns).toHaveLength(6);
    await large.close();
  });

  it('are no messages where a research can read nothing but a short file', async () => {
    const offline = await createTestApp({ model: { ...model, contextTokens: 4000 }, env });
    const client = await person(offline);
    const { chatId } = await send(client, { prompt: words(400) });
    for (let round = 0; round < 2; round += 1) await send(client, { prompt: words(400), id: chatId });
    const files = [named(await upload(client, 'short.txt', 'text/plain', `Start ${words(100)}finish`))];
    expect((await send(client, { prompt: 'And?', id: chatId, files, deepResearch: true })).left).toEqual([]);
    expect(given.turns).toHaveLength(6);
    expect(given.prompt).toContain(`Start ${words(100)}finish`);
    await offline.close();
  });

  it('are parts of what an agent and a chat hold, so that a research finds room beside them', async () => {
    const client = await person(small);
    const file = async () => upload(client, 'rules.txt', 'text/plain', words(30_000));
    const { name, type, url } = await file();
    const agent = { title: 'Clerk', instruction: 'Be brief.', files: [{ name, type, url }] };
    const { body } = await client.call(calls.agents.createEditAgent, agent);
    const files = [named(await file())];
    await send(client, { prompt: 'Hi', flowId: body.flow!._id, files, deepResearch: true });
    expect(given.prompt).toMatch(/SOURCE 1 BEGINS[^]*SOURCE 2 BEGINS/);
    expect(tokensOf(given.system) + tokensOf(given.prompt)).toBeLessThanOrEqual(4000);
  });

  it('name no file of an agent', async () => {
    const client = await person(small);
    const { name, type, url } = await upload(client, 'secret-rules.txt', 'text/plain', words(30_000));
    const agent = { title: 'Clerk', instruction: words(9000), files: [{ name, type, url }] };
    const { body } = await client.call(calls.agents.createEditAgent, agent);
    const { left } = await send(client, { prompt: 'Hi', flowId: body.flow!._id });
    expect(left).toEqual([{ kind: 'instruction-cut' }, { kind: 'agent-files-cut' }]);
  });

  it('are not in the database as plain text once the chat becomes secure', async () => {
    const client = await person(test);
    const { chatId } = await send(client, { prompt: words(40_000) });
    const { id, left } = await send(client, { prompt: 'And?', id: chatId });
    expect(left).toHaveLength(1);
    const stored = async () => {
      const { rows } = await test.db.execute<{ omissions: string }>(
        sql`select omissions::text from ${messages} where id = ${id}`,
      );
      return rows[0]!.omissions;
    };
    expect(await stored()).toContain('message-cut');
    const [chat] = await test.db.select().from(chats).where(eq(chats.id, chatId));
    await test.db.transaction((tx) => sealerFor(tx, chat!, 'secure', test.services.sealer));
    expect(await stored()).not.toContain('message-cut');
    const { body } = await client.call(calls.chat.getMessage, { id });
    expect(body.omissions).toEqual(left);
  });
});
