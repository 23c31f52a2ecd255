import * as calls from '@atrium/shared-kernel/contracts/calls';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { graphileJobs } from '../../adapters/jobs/graphile.ts';
import { schema } from '../../db/database.ts';
import type { ModelPort } from '../../ports/model.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { learning } from './learn.ts';

const { chats, memories, messages, modelUses } = schema;
const fail = (details: object, message: string) => {
  throw new Error(message, { cause: details });
};
const log = { warn: fail, error: fail };

let asked = Promise.withResolvers<void>();
/** Why the last request was aborted. */
let aborted: unknown;
/** Never answers, as a model that hangs. */
const hanging: NonNullable<ModelPort['extractMemories']> = (_prompt, _known, signal) =>
  new Promise((_, reject) => {
    signal?.addEventListener('abort', () => {
      aborted = signal.reason;
      reject(new Error('The request was aborted.'));
    });
    asked.resolve();
  });
const model: ModelPort = {
  label: 'M',
  async *reply() {
    yield { type: 'text', text: 'Yes.' };
  },
  name: async () => 'T',
  improve: async () => 'I',
  extractMemories: hanging,
};

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp({ model });
  // The tables of tasks are made at the first start.
  await (await graphileJobs(test.services.database.pool, log)([])).close();
});
afterAll(() => test.close());

/** The tasks that wait for the next process. */
const waiting = async () => {
  const { rows } = await test.services.database.pool.query<{ payload: object; later: boolean }>(
    `select j.payload, j.run_at > now() as later from graphile_worker._private_jobs j
      join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'learn'`,
  );
  return rows;
};

it('a process that shuts down does not wait for memories from a model: the next process extracts them', async () => {
  const user = await test.createUser({ premium: true });
  const { status } = await test.as(user).stream(calls.chat.streamReply, { prompt: 'I live in Cork.' });
  expect(status).toBe(200);
  await asked.promise;
  await test.app.close();
  // By the shutdown, not by the time limit of the request.
  expect(aborted).toMatchObject({ name: 'AbortError' });

  const rows = await waiting();
  const [message] = await test.db.select().from(messages).where(eq(messages.userId, user.id));
  expect(rows).toEqual([{ payload: { userId: user.id, messageId: message!.id }, later: true }]);
  // What was sent to the model has its price, also where nobody waits for the answer.
  const used = await test.db.select().from(modelUses).where(eq(modelUses.purpose, 'memory'));
  expect(used).toHaveLength(1);

  const hourAgo = new Date(Date.now() - 3_600_000);
  await test.db.update(messages).set({ createdDate: hourAgo }).where(eq(messages.id, message!.id));
  asked = Promise.withResolvers<void>();
  const ended = new AbortController();
  const task = learning({ ...test.services, ending: ended.signal }, log).run(rows[0]!.payload, { last: false });
  await asked.promise;
  ended.abort();
  // A task that failed would be logged as an error, and repeated after a backoff.
  await task;
  expect(await waiting()).toEqual([rows[0], rows[0]]);

  const next = { model: { ...model, extractMemories: async () => ['Lives in Cork.'] }, ending: AbortSignal.any([]) };
  await learning({ ...test.services, ...next }, log).run(rows[0]!.payload, { last: false });
  const learned = await test.db.select().from(memories).where(eq(memories.userId, user.id));
  expect(learned.map(({ memory }) => memory)).toEqual(['Lives in Cork.']);
});

describe('what is sent to learn from a prompt', () => {
  /** What the model got to learn from a prompt of a person with so many memories, and what that used. */
  const learnWith = async (count: number, prompt = 'My sister Ida lives in Oslo.') => {
    const user = await test.createUser({ premium: true });
    const [chat] = await test.db.insert(chats).values({ userId: user.id }).returning();
    const [message] = await test.db
      .insert(messages)
      .values({ chatId: chat!.id, userId: user.id, prompt, content: 'Yes.', pending: false })
      .returning();
    const rows = Array.from({ length: count }, (_, at) => ({
      userId: user.id,
      memory: `${at}: ${'kept '.repeat(38)}`,
    }));
    if (rows.length > 0) await test.db.insert(memories).values(rows);
    const extractMemories = vi.fn<NonNullable<ModelPort['extractMemories']>>(async () => []);
    const services = { ...test.services, model: { ...model, extractMemories }, ending: AbortSignal.any([]) };
    await learning(services, log).run({ userId: user.id, messageId: message!.id }, { last: false });
    const used = await test.db.select().from(modelUses).where(eq(modelUses.userId, user.id));
    const { calls: sent } = extractMemories.mock;
    return { prompts: sent.map(([excerpt]) => excerpt), sent: sent.map(([, known]) => known), used };
  };

  it('is nothing once memory is full', async () => {
    expect(await learnWith(500)).toEqual({ prompts: [], sent: [], used: [] });
  });

  it.each([
    ['Remember the following:\n- My name is Anna', 'which only the lines below say'],
    ['Remember that I like tea.\nMy name is Anna.', 'and more'],
  ])('is the whole of %j, which asks to remember something, %s', async (prompt) => {
    expect((await learnWith(0, prompt)).prompts).toEqual([prompt]);
  });

  it('is nothing of a prompt that only asks to remember what its first line says', async () => {
    expect((await learnWith(0, 'Remember that I like tea.\n')).prompts).toEqual([]);
  });

  it('is the newest fifty memories, which alone are counted where the provider reports nothing', async () => {
    const { sent, used } = await learnWith(499);
    expect(sent.map((known) => [known.length, known.at(-1)?.slice(0, 4)])).toEqual([[50, '498:']]);
    expect(used).toMatchObject([{ purpose: 'memory', estimated: true }]);
    expect(used[0]!.input).toBeGreaterThan(2000);
    expect(used[0]!.input).toBeLessThan(3000);
  });
});
