import * as calls from '@atrium/shared-kernel/contracts/calls';
import { memory as limits } from '@atrium/shared-kernel/contracts/constants';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ModelPort, ModelRequest } from '../../ports/model.ts';
import { schema } from '../../db/database.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import type { TestClient } from '../../testing/client.ts';

const { agents, memories } = schema;

let test: TestApp;
const requests: ModelRequest[] = [];
const rememberedFrom: { prompt: string; known: readonly string[] }[] = [];
let finds: readonly string[] = [];
/** What happens while the model works. */
let meanwhile: () => Promise<unknown>;
const model: ModelPort = {
  label: 'M',
  async *reply(request) {
    requests.push(request);
    yield { type: 'text', text: 'Yes.' };
  },
  name: async () => 'T',
  improve: async () => 'I',
  extractMemories: async (prompt, known) => {
    rememberedFrom.push({ prompt, known });
    await meanwhile();
    return finds;
  },
};
beforeAll(async () => {
  test = await createTestApp({
    model,
    env: { PRIVATE_MODEL_BASE_URL: 'http://127.0.0.1:9/v1', PRIVATE_MODEL_NAME: 'P' },
  });
});
beforeEach(() => {
  requests.length = 0;
  rememberedFrom.length = 0;
  finds = [];
  meanwhile = async () => undefined;
});
afterAll(() => test.close());

const person = async () => {
  const user = await test.createUser({ premium: true });
  return { user, client: test.as(user) };
};
const listed = async (client: TestClient) =>
  (await client.call(calls.memories.listMemories, {})).body.memories.map(({ memory }) => memory);
/** Stores as many memories as a user may have. */
const fill = (userId: string) =>
  test.db
    .insert(memories)
    .values(Array.from({ length: limits.most }, (_, index) => ({ userId, memory: `Fact ${index}.` })));
/** Sends a prompt, and waits until it has been learned from. */
const sendPrompt = async (client: TestClient, prompt: string, more = {}) => {
  const { items, body } = await client.stream(calls.chat.streamReply, { prompt, ...more });
  await test.services.background.settled();
  return { chatId: items.find((item) => item.type === 'chatId')?.chatId, body };
};

describe('a memory that a user writes', () => {
  it('is added, changed and sent to the model', async () => {
    const { client } = await person();
    const { body } = await client.call(calls.memories.addMemory, { memory: '  Drinks tea. ' });
    expect(body.memory.memory).toBe('Drinks tea.');
    await client.call(calls.memories.editMemory, { memoryId: body.memory._id, memory: 'Drinks coffee.' });
    expect(await listed(client)).toEqual(['Drinks coffee.']);
    await sendPrompt(client, 'What do I drink?');
    expect(requests[0]!.system).toContain('- Drinks coffee.');
  });

  it('is refused if it is empty or longer than 500 characters', async () => {
    const { client } = await person();
    for (const memory of ['', '   ', 'x'.repeat(limits.max + 1)])
      expect((await client.call(calls.memories.addMemory, { memory })).status).toBe(400);
    expect(await listed(client)).toEqual([]);
  });

  it('is stored once', async () => {
    const { client } = await person();
    const [first, second] = [
      await client.call(calls.memories.addMemory, { memory: 'Drinks tea.' }),
      await client.call(calls.memories.addMemory, { memory: 'Drinks tea.' }),
    ];
    expect(second.body.memory).toEqual(first.body.memory);
  });

  it('is restored at its position after it was deleted, and displaces no other', async () => {
    const [{ client }, other] = [await person(), await person()];
    const ids: string[] = [];
    for (const memory of ['One.', 'Two.', 'Three.'])
      ids.push((await client.call(calls.memories.addMemory, { memory })).body.memory._id);
    const memoryId = ids[1]!;
    await client.call(calls.memories.deleteMemory, { memoryId });
    await client.call(calls.memories.addMemory, { memory: 'Two.', memoryId });
    expect(await listed(client)).toEqual(['Three.', 'Two.', 'One.']);
    await other.client.call(calls.memories.addMemory, { memory: 'Mine.', memoryId });
    expect([await listed(other.client), await listed(client)]).toEqual([['Mine.'], ['Three.', 'Two.', 'One.']]);
  });

  it('is one of 500 at most, with a sentence', async () => {
    const { user, client } = await person();
    await fill(user.id);
    const { status, body } = await client.call(calls.memories.addMemory, { memory: 'One more.' });
    expect([status, body.msg]).toEqual([400, 'You can have up to 500 memories. Please delete one first.']);
  });
});

describe('memories from conversations', () => {
  it('are what the model finds, once, and used in the next answer', async () => {
    const { client } = await person();
    finds = ['Lives in Cork.'];
    await sendPrompt(client, 'I live in Cork. Which museum?');
    await sendPrompt(client, 'And in Cork, which café?');
    expect(await listed(client)).toEqual(['Lives in Cork.']);
    expect(rememberedFrom[1]!.known).toEqual(['Lives in Cork.']);
    expect(requests[1]!.system).toContain('- Lives in Cork.');
  });

  it('are not created again from text that differs only in punctuation and case', async () => {
    const { client } = await person();
    await client.call(calls.memories.addMemory, { memory: 'Lives in Cork.' });
    finds = ['lives in cork', 'Has a cat.'];
    await sendPrompt(client, 'As I said, I live in Cork.');
    expect(await listed(client)).toEqual(['Has a cat.', 'Lives in Cork.']);
  });

  it('are stored verbatim without a call of the model', async () => {
    const { client } = await person();
    await sendPrompt(client, 'Remember that I like tea.');
    expect(await listed(client)).toEqual(['I like tea']);
    expect(rememberedFrom).toEqual([]);
  });

  it('are not stored verbatim beyond 500: the prompt is answered, and the model is not told of a new memory', async () => {
    const { user, client } = await person();
    await fill(user.id);
    const { chatId } = await sendPrompt(client, 'Remember that I like tea.');
    expect(chatId).toBeDefined();
    expect(requests[0]!.system).toContain('- Fact 499.');
    expect(requests[0]!.system).not.toContain('I like tea');
    expect((await listed(client)).filter((memory) => !memory.startsWith('Fact'))).toEqual([]);
  });

  it('are stored verbatim once, although two prompts ask for it at once', async () => {
    const { client } = await person();
    const prompts = Array.from({ length: 3 }, () => sendPrompt(client, 'Remember that I like tea.'));
    await Promise.all(prompts);
    expect(await listed(client)).toEqual(['I like tea']);
  });

  it('are not created from a repeated request', async () => {
    const { client } = await person();
    finds = ['Has a dog.'];
    const sendId = '6f9619ff-8b86-4011-b42d-00c04fc964ff';
    await sendPrompt(client, 'I have a dog.', { sendId });
    await sendPrompt(client, 'I have a dog.', { sendId });
    expect(await listed(client)).toEqual(['Has a dog.']);
  });

  it('are stored once, although two prompts lead to them at once, or the model finds one twice', async () => {
    const { client } = await person();
    finds = ['Lives in Cork.', 'Likes tea.', 'likes tea'];
    const bothAsked = Promise.withResolvers<void>();
    meanwhile = () => {
      if (rememberedFrom.length === 2) bothAsked.resolve();
      return bothAsked.promise;
    };
    await Promise.all(['Dear', 'Hello'].map((word) => sendPrompt(client, `${word}, I live in Cork.`)));
    expect((await listed(client)).toSorted()).toEqual(['Likes tea.', 'Lives in Cork.']);
  });

  it('are neither created nor used with an agent that has no memory', async () => {
    const { user, client } = await person();
    await client.call(calls.memories.addMemory, { memory: 'Drinks tea.' });
    const [agent] = await test.db
      .insert(agents)
      .values({ userId: user.id, title: 'A', instruction: 'I', memoryDisabled: true })
      .returning();
    finds = ['Lives in Cork.'];
    await sendPrompt(client, 'I live in Cork.', { flowId: agent!.id });
    await sendPrompt(client, 'Remember that I like tea.', { flowId: agent!.id });
    expect(requests[0]!.system).not.toContain('Drinks tea.');
    expect(rememberedFrom).toEqual([]);
    expect(await listed(client)).toEqual(['Drinks tea.']);
  });

  it('are never created in secure mode', async () => {
    const { client } = await person();
    finds = ['Lives in Cork.'];
    await sendPrompt(client, 'I live in Cork.', { secureMode: true });
    expect(rememberedFrom).toEqual([]);
    expect(await listed(client)).toEqual([]);
  });
});

describe('the master switch', () => {
  it('stops creating and using memories, and keeps existing ones', async () => {
    const { client } = await person();
    await client.call(calls.memories.addMemory, { memory: 'Drinks tea.' });
    expect((await client.call(calls.session.getUser, {})).body.memoryEnabled).toBe(true);
    await client.call(calls.memories.setMemoryEnabled, { enabled: false });
    expect((await client.call(calls.session.getUser, {})).body.memoryEnabled).toBe(false);
    finds = ['Lives in Cork.'];
    await sendPrompt(client, 'I live in Cork.');
    await sendPrompt(client, 'Remember that I like jam.');
    expect(requests.some(({ system }) => system.includes('Drinks tea.'))).toBe(false);
    expect(rememberedFrom).toEqual([]);
    expect(await listed(client)).toEqual(['Drinks tea.']);
    await client.call(calls.memories.setMemoryEnabled, { enabled: true });
    await sendPrompt(client, 'I live in Cork.');
    expect(requests.at(-1)!.system).toContain('Drinks tea.');
    expect(await listed(client)).toEqual(['Lives in Cork.', 'Drinks tea.']);
  });

  it('applies even if it is turned off while the model works', async () => {
    const { user, client } = await person();
    finds = ['Lives in Cork.'];
    meanwhile = () => test.db.update(schema.users).set({ memoryEnabled: false }).where(eq(schema.users.id, user.id));
    await sendPrompt(client, 'I live in Cork.');
    expect(rememberedFrom).toHaveLength(1);
    expect(await listed(client)).toEqual([]);
  });
});
