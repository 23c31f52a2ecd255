import * as calls from '@atrium/shared-kernel/contracts/calls';
import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { schema } from '../../db/database.ts';
import { settleAbandoned } from '../../domain/replies/sweep.ts';
import { recordUsage } from '../../domain/usage/record.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import type { TestClient } from '../../testing/client.ts';
import { webm } from '../../testing/files/sounds.ts';
import { named, upload } from '../../testing/files/upload.ts';
import { startPaidModels } from '../../testing/paid-models.ts';
import { createTeam } from '../../testing/teams.ts';

const { messages, modelUses, usageReservations, users } = schema;
/** Stands still, so that no month begins during a test. */
const now = Date.now();
let paid: Awaited<ReturnType<typeof startPaidModels>>;
let test: TestApp;
beforeAll(async () => {
  paid = await startPaidModels();
  const at = { provider: 'openai-compatible', baseUrl: paid.baseUrl, streams: false };
  const window = { contextWindow: 4000, maxOutputTokens: 500 };
  const price = { input: 1, output: 2 };
  const none = { input: 0, output: 0 };
  const models = [
    { ...at, ...window, id: 'free', label: 'Own', name: 'free' },
    { ...at, ...window, id: 'writes', label: 'Writer', name: 'writes', price },
    { ...at, id: 'names', label: 'Names', name: 'names', price, for: ['titles'] },
    { ...at, id: 'studies', label: 'Studies', name: 'studies', price, for: ['research'] },
    { ...at, id: 'draws', label: 'Painter', name: 'draws', price: { ...none, picture: 0.04 }, for: ['images'] },
    { ...at, id: 'maps', label: 'Maps', name: 'maps', price: { input: 0.02, output: 0 }, for: ['embeddings'] },
    { ...at, id: 'hears', label: 'Ears', name: 'hears', price: { ...none, minute: 0.006 }, for: ['transcription'] },
  ];
  test = await createTestApp({
    now: () => now,
    env: {
      ATRIUM_MODELS: JSON.stringify(models),
      ATRIUM_BUDGET_PERSON: '2',
      ATRIUM_SENDS_PER_MINUTE: '0',
      SEARXNG_URL: paid.baseUrl,
      MODEL_DOCUMENT_CHARACTERS: '6000',
    },
  });
});
beforeEach(() => {
  paid.requests = [];
  paid.silent = false;
  paid.onRequest = async () => undefined;
});
afterAll(async () => {
  await test.close();
  await paid.close();
});

const person = async () => {
  const { teamId, member } = await createTeam(test);
  const user = await member();
  await test.db.update(users).set({ activeTeamId: teamId }).where(eq(users.id, user.id));
  return { user, teamId, client: test.as(user) };
};
const usesOf = (userId: string) => test.db.select().from(modelUses).where(eq(modelUses.userId, userId));
const reservationsOf = (userId: string) => test.db.$count(usageReservations, eq(usageReservations.userId, userId));
const spend = (userId: string, micros: number) =>
  recordUsage(
    test.services.database.pool,
    {
      purpose: 'reply',
      model: { id: 'before', price: { input: 1, output: 1 } },
      user: userId,
      usage: { input: micros, output: 0, cached: 0, thought: 0 },
    },
    now,
  );
const send = async (client: TestClient, input: object) => {
  const { status, items, body } = await client.stream(calls.chat.streamReply, { prompt: 'Hi', ...input });
  await test.services.background.settled();
  if (status !== 200) return { refusal: JSON.parse(body) as { code: string } };
  const outcome = items.at(-1);
  const chatId = items.find((item) => item.type === 'chatId')!.chatId;
  return { chatId, outcome: outcome?.type === 'end' ? outcome.outcome : undefined };
};
const long = (at: number) => `Turn ${at} of the river. ${'It runs to the sea. '.repeat(120)}`;
/** An embedder gets twenty of them per request. */
const sentence = (at: number) => `Turn ${at} of the river runs ${'past a field and a town, '.repeat(14)}to the sea.`;
const fileOf = (client: TestClient) =>
  upload(client, 'river.txt', 'text/plain', Array.from({ length: 20 }, (_, at) => sentence(at)).join('\n\n'));

interface PaidAction {
  readonly purpose: string;
  readonly model: string;
  /** The cost of one use in micro-dollars. */
  readonly cost: number;
  /** The requests that it takes, if more than one. */
  readonly requests?: number;
  readonly ready?: (client: TestClient) => Promise<object>;
  /** What the user does; resolves to whether they got what they wanted. */
  readonly act: (client: TestClient, given: object) => Promise<unknown>;
  /** What they get if the budget is used up: the same, a refusal, or the same without the paid part. */
  readonly without: 'complete' | 'budget-used-up';
}
const outcomeOf = async (sent: ReturnType<typeof send>) => {
  const { refusal, outcome } = await sent;
  return refusal?.code ?? outcome;
};
const paidActions: readonly PaidAction[] = [
  {
    purpose: 'reply',
    model: 'writes',
    cost: 1100,
    act: (client) => outcomeOf(send(client, { model: 'writes' })),
    without: 'budget-used-up',
  },
  {
    purpose: 'research',
    model: 'studies',
    // Two plans and the answer.
    cost: 3300,
    requests: 3,
    act: (client) => outcomeOf(send(client, { deepResearch: true })),
    without: 'budget-used-up',
  },
  {
    purpose: 'image',
    model: 'draws',
    cost: 40_000,
    act: (client) => outcomeOf(send(client, { imageMode: true })),
    without: 'budget-used-up',
  },
  {
    purpose: 'transcription',
    model: 'hears',
    cost: 9000,
    ready: (client) => upload(client, 'note', 'audio/webm', webm(2), 'audio-notes'),
    act: (client, { url }: { url?: string }) => outcomeOf(send(client, { prompt: '', voiceNote: url })),
    without: 'budget-used-up',
  },
  {
    purpose: 'title',
    model: 'names',
    cost: 1100,
    ready: (client) => send(client, {}),
    act: async (client, given) => {
      const { chatId } = given as { chatId: string };
      const { body } = await client.call(calls.chat.nameChat, { chatId, prompt: 'A walk by the river' });
      return body.chat.title === '' ? 'untitled' : 'complete';
    },
    without: 'complete',
  },
  {
    purpose: 'prompt-help',
    model: 'names',
    cost: 1100,
    act: async (client) => {
      const { status, body } = await client.call(calls.chat.improvePrompt, { prompt: 'walk' });
      return status === 200 ? 'complete' : (body as unknown as { code: string }).code;
    },
    without: 'budget-used-up',
  },
  {
    purpose: 'memory',
    model: 'names',
    cost: 1100,
    act: (client) => outcomeOf(send(client, { prompt: 'I live in a house by the river.' })),
    without: 'complete',
  },
  {
    purpose: 'embedding',
    model: 'maps',
    cost: 60,
    ready: fileOf,
    act: (client, file) => outcomeOf(send(client, { files: [named(file as never)] })),
    without: 'complete',
  },
];
const tried = async ({ ready, act }: PaidAction, spent = 0) => {
  const { user, teamId, client } = await person();
  await test.db.update(users).set({ memoryEnabled: true }).where(eq(users.id, user.id));
  const given = (await ready?.(client)) ?? {};
  if (spent > 0) await spend(user.id, spent);
  paid.requests = [];
  const result = await act(client, given);
  const uses = (await usesOf(user.id)).filter(({ model }) => model !== 'before');
  return { user, teamId, client, result, uses };
};
/** Some of these actions also involve other purposes. */
const of = <T extends { readonly purpose: string }>(purpose: string, list: readonly T[]): T[] =>
  list.filter((one) => one.purpose === purpose);

describe.each(paidActions)('model usage for $purpose', (action) => {
  it('is in the ledger with its user, team, model and cost, and was reserved before', async () => {
    const reserved: number[] = [];
    paid.onRequest = async () => void reserved.push(await test.db.$count(usageReservations));
    const { user, teamId, result, uses } = await tried(action);
    expect(result).toBe('complete');
    expect(of(action.purpose, uses)).toMatchObject([
      { userId: user.id, teamId, model: action.model, cost: action.cost, estimated: false },
    ]);
    expect(reserved.length).toBeGreaterThan(0);
    expect(reserved).not.toContain(0);
    expect(await reservationsOf(user.id)).toBe(0);
  });

  it('is allowed while anything is left of a budget, and refused afterwards', async () => {
    const before = await tried(action, 1_999_999);
    expect(before.result).toBe('complete');
    expect(of(action.purpose, paid.requests)).toHaveLength(action.requests ?? 1);
    const after = await tried(action, 2_000_000);
    expect(after.result).toBe(action.without);
    expect(of(action.purpose, paid.requests)).toEqual([]);
    expect(of(action.purpose, after.uses)).toEqual([]);
  });

  it('is allowed even if it cannot be recorded, and is recorded later', async () => {
    await test.db.execute(sql`create function fails() returns trigger language plpgsql as $$
      begin raise exception 'The ledger is broken.'; end $$`);
    await test.db.execute(sql`create trigger broken before insert on model_uses for each row execute function fails()`);
    const { user, result, uses } = await tried(action).finally(() =>
      test.db.execute(sql`drop function fails() cascade`),
    );
    expect([result, uses]).toEqual(['complete', []]);
    expect(await reservationsOf(user.id)).toBeGreaterThan(0);
    await test.db.update(usageReservations).set({ expires: new Date(0) });
    await settleAbandoned(test.services.database.pool);
    expect(await reservationsOf(user.id)).toBe(0);
    // Whether there was a picture is no longer known.
    const counted = of(action.purpose, await usesOf(user.id));
    expect(counted.map(({ estimated, cost }) => [estimated, cost > 0])).toEqual(
      action.purpose === 'image' ? [] : [[true, true]],
    );
  });
});

describe('model usage', () => {
  it('is estimated if it is not reported', async () => {
    paid.silent = true;
    for (const action of paidActions.filter(({ purpose }) => purpose !== 'image')) {
      const { uses } = await tried(action);
      const [use] = of(action.purpose, uses);
      expect(use, action.purpose).toMatchObject({ model: action.model, estimated: true });
    }
  });

  it.each([
    ['a reply', { model: 'writes' }, 'writes', true],
    ['a research', { deepResearch: true }, 'studies', true],
    ['a picture', { imageMode: true }, 'draws', false],
  ])('for %s that is stopped before anything of it arrived is recorded', async (_, input, model, estimated) => {
    const { user, client } = await person();
    const [arrived, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    paid.onRequest = async () => {
      arrived.resolve();
      await held.promise;
    };
    const sent = send(client, input);
    await arrived.promise;
    const running = and(eq(messages.userId, user.id), eq(messages.pending, true));
    const [message] = await test.db.select().from(messages).where(running);
    await client.call(calls.chat.stopReply, { messageId: message!.id });
    const { outcome } = await sent;
    held.resolve();
    const [use, ...others] = await usesOf(user.id);
    expect([outcome, use?.model, use?.estimated, others]).toEqual(['stopped', model, estimated, []]);
    expect(use?.cost).toBeGreaterThan(0);
  });

  it('for a research holds the output of its plans and its answer against budgets', async () => {
    const { user, client } = await person();
    const held: number[] = [];
    paid.onRequest = async () => {
      const rows = await test.db.select().from(usageReservations).where(eq(usageReservations.userId, user.id));
      held.push(...rows.map(({ cost }) => cost));
    };
    await send(client, { deepResearch: true });
    const [outputs, mostInput] = [3 * 8192 * 2, 100_000];
    expect(held[0]).toBeGreaterThanOrEqual(outputs);
    expect(held[0]! - outputs).toBeGreaterThan(24_000);
    expect(held[0]! - outputs).toBeLessThan(mostInput);
  });

  it('for the vector of a question is recorded like that of its file, and skipped if the budget is used up', async () => {
    const { user, client } = await person();
    const { chatId } = await send(client, { files: [named(await fileOf(client))] });
    paid.requests = [];
    await send(client, { id: chatId, prompt: 'Where does it run?' });
    expect(of('embedding', paid.requests)).toHaveLength(1);
    expect(of('embedding', await usesOf(user.id))).toHaveLength(2);
    await spend(user.id, 2_000_000);
    paid.requests = [];
    const { outcome } = await send(client, { id: chatId, prompt: 'And where does it rise?' });
    expect([outcome, of('embedding', paid.requests)]).toEqual(['complete', []]);
  });

  it('for a summary is recorded, and skipped if the reply before it used up the budget', async () => {
    const { user, client } = await person();
    let { chatId } = await send(client, { prompt: long(0), model: 'writes' });
    const go = async (count: number) => {
      for (let at = 0; at < count; at += 1) await send(client, { id: chatId, prompt: long(at), model: 'writes' });
    };
    await go(5);
    expect(of('summary', await usesOf(user.id))[0]).toMatchObject({ model: 'writes', cost: 1100, estimated: false });
    expect(await reservationsOf(user.id)).toBe(0);
    ({ chatId } = await send(client, { prompt: long(0) }));
    for (let at = 0; at < 2; at += 1) await send(client, { id: chatId, prompt: long(at) });
    const uses = await usesOf(user.id);
    await spend(user.id, 1_999_999 - uses.reduce((sum, { cost }) => sum + cost, 0));
    paid.requests = [];
    expect(await send(client, { id: chatId, prompt: long(3), model: 'writes' })).toMatchObject({ outcome: 'complete' });
    expect(paid.requests.map(({ purpose }) => purpose)).toEqual(['reply']);
  });
});
