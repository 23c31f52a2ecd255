import * as calls from '@atrium/shared-kernel/contracts/calls';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { schema } from '../../db/database.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';

const { chats, memories } = schema;
const fnName = 'agentCreator' as const;

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const person = async () => {
  const user = await test.createUser({ premium: true });
  return { ...user, client: test.as(user) };
};
type Person = Awaited<ReturnType<typeof person>>;
const sendPrompt = async ({ client }: Person, prompt: string, more = {}) => {
  const { status, items, body } = await client.stream(calls.chat.streamFunctionReply, { prompt, fnName, ...more });
  const chatId = items.find((item) => item.type === 'chatId')?.chatId ?? '';
  const text = items.map((item) => (item.type === 'text' ? item.text : '')).join('');
  return { status, body, chatId, text, agent: items.find((item) => item.type === 'function')?.agent, items };
};
const messagesOf = async ({ client }: Person, chatId: string) =>
  (await client.call(calls.chat.getChat, { chatId })).body;

describe('the interview that builds an agent', () => {
  it('asks questions, ends with the agent, stores it with its message, and changes it on demand', async () => {
    const one = await person();
    const first = await sendPrompt(one, 'Answer letters of customers politely');
    expect(first.text).toMatch(/demo model.*Who will it talk to/s);
    const id = first.chatId;
    expect((await sendPrompt(one, 'Upset people, calmly', { id })).text).toMatch(/always do, or never do/);
    const last = await sendPrompt(one, 'Never promise money', { id });
    expect(last.text.trimEnd()).toMatch(/Your agent is ready.*save it\.$/s);
    expect(last.agent).toEqual({
      title: 'Answer letters of customers politely',
      instruction: [
        'Your task: Answer letters of customers politely',
        'Who you talk to, and how you answer: Upset people, calmly',
        'What you always or never do: Never promise money',
      ].join('\n\n'),
    });
    const { chat, messages } = await messagesOf(one, id);
    expect(chat).toMatchObject({ function: fnName });
    expect(messages.map(({ mode }) => mode)).toEqual(['interview', 'interview', 'interview']);
    expect(messages.map(({ context }) => context)).toEqual([undefined, undefined, JSON.stringify(last.agent)]);
    expect(messages.at(-1)?.content).not.toContain('<agent>');
    const changed = await sendPrompt(one, 'Sign with a name', { id });
    expect(changed.agent?.instruction).toMatch(/Besides: Sign with a name$/);
  });

  it('returns the agent again to readers of the reply after its end', async () => {
    const one = await person();
    const { chatId: id } = await sendPrompt(one, 'Poems');
    await sendPrompt(one, 'Children', { id });
    const { agent } = await sendPrompt(one, 'Rhyme', { id });
    const messageId = (await messagesOf(one, id)).messages.at(-1)!._id;
    await test.db.delete(schema.replySegments).where(eq(schema.replySegments.messageId, messageId));
    const { items } = await one.client.stream(calls.chat.followReply, { messageId, after: 4 });
    expect(items.find((item) => item.type === 'function')).toMatchObject({ agent });
  });

  it('cannot be shared or duplicated, and creates no memories', async () => {
    const one = await person();
    const { chatId } = await sendPrompt(one, 'Remember that I live in Oslo');
    expect(await one.client.call(calls.chat.shareChat, { chatId })).toMatchObject({ status: 400 });
    expect(await one.client.call(calls.chat.duplicateChat, { chatId })).toMatchObject({ status: 400 });
    expect(await test.db.select().from(memories).where(eq(memories.userId, one.id))).toEqual([]);
  });

  it('is not mixed with other chats, agents, links or modes', async () => {
    const one = await person();
    const plain = await one.client.stream(calls.chat.streamReply, { prompt: 'Hi' });
    const plainId = plain.items.find((item) => item.type === 'chatId')?.chatId ?? '';
    const { chatId } = await sendPrompt(one, 'Poems');
    const refused = async (more: object, code: string, msg: string) =>
      expect(await sendPrompt(one, 'Hi', more)).toMatchObject({ status: 400, body: JSON.stringify({ code, msg }) });
    await refused({ id: plainId }, 'chat-builds-no-agent', 'This chat does not build an agent.');
    await refused({ deepResearch: true }, 'modes-while-building', 'Modes aren’t available while you build an agent.');
    await refused({ shareId: 'any-link' }, 'agent-needs-own-chat', 'An agent is built in a chat of its own.');
    await refused({ fnName: undefined }, 'unknown-function', 'The name of the function is missing.');
    expect(await one.client.stream(calls.chat.streamReply, { id: chatId, prompt: 'Hi' })).toMatchObject({
      status: 400,
      body: JSON.stringify({ code: 'chat-builds-agent', msg: 'This chat builds an agent.' }),
    });
    const rows = await test.db.select().from(chats).where(eq(chats.userId, one.id));
    expect(rows).toHaveLength(2);
  });
});
