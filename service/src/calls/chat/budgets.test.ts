import * as calls from '@atrium/shared-kernel/contracts/calls';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { schema } from '../../db/database.ts';
import { settleAbandoned } from '../../domain/replies/sweep.ts';
import { recordUsage } from '../../domain/usage/record.ts';
import { settleOrphan } from '../../domain/usage/reservations.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { startUpstream, type Upstream } from '../../testing/openai-upstream.ts';
import { upload } from '../../testing/files/upload.ts';
import { createTeam } from '../../testing/teams.ts';

const { messages, modelUseDays, modelUses, teamBudgets, usageReservations, users } = schema;
/** The last moment of a month, at which the clock of the service stands still. */
const now = Date.parse('2026-10-31T23:59:59.999Z');
let upstream: Upstream;
let test: TestApp;

beforeAll(async () => {
  upstream = await startUpstream({ mode: 'counts', words: 8, delay: 5 });
  const model = { provider: 'openai-compatible', name: 'm', baseUrl: upstream.url };
  const models = [
    { ...model, id: 'dear', label: 'Thorough', price: { input: 100, output: 1000, cached: 10 }, fallbacks: ['capped'] },
    { ...model, id: 'capped', label: 'Capped', price: { input: 1, output: 1 }, budget: 5 },
    // Their URL is wrong, so they fail at once and are not called again.
    { ...model, id: 'lost', label: 'Lost', baseUrl: `${upstream.url}/lost`, price: { input: 1, output: 1 } },
    { ...model, id: 'gone', label: 'Gone', baseUrl: `${upstream.url}/gone`, fallbacks: ['capped'] },
    { ...model, id: 'free', label: 'Own', for: ['chat', 'titles'] },
  ];
  const env = { ATRIUM_MODELS: JSON.stringify(models), ATRIUM_BUDGET_PERSON: '2' };
  test = await createTestApp({ env, now: () => now });
});
beforeEach(() => {
  upstream.mode = 'counts';
});
afterAll(async () => {
  await test.close();
  await upstream.close();
});

const person = async () => {
  const user = await test.createUser({ premium: true });
  return { user, client: test.as(user) };
};
type Client = Awaited<ReturnType<typeof person>>['client'];
const send = async (client: Client, more: object = {}) => {
  const { status, items, body } = await client.stream(calls.chat.streamReply, { prompt: 'Hi', ...more });
  return { items, refusal: status === 200 ? undefined : { status, ...JSON.parse(body) } };
};
const usesOf = (userId: string) => test.db.select().from(modelUses).where(eq(modelUses.userId, userId));
const spend = (userId: string, dollars: number, more: { team?: string; model?: string } = {}) =>
  recordUsage(
    test.services.database.pool,
    {
      purpose: 'reply',
      model: { id: more.model ?? 'dear', price: { input: 1, output: 1 } },
      user: userId,
      team: more.team,
      usage: { input: dollars * 1_000_000, output: 0, cached: 0, thought: 0 },
    },
    now,
  );

describe('what a reply used', () => {
  it('is as the provider reports it, with its cost, and no reservation remains', async () => {
    const { user, client } = await person();
    await send(client);
    const [use] = await usesOf(user.id);
    expect(use).toMatchObject({ model: 'dear', purpose: 'reply', estimated: false, output: 11 });
    expect(use!.cost).toBe((use!.input - use!.cached) * 100 + use!.cached * 10 + 11 * 1000);
    expect(await test.db.$count(usageReservations, eq(usageReservations.userId, user.id))).toBe(0);
    expect(await test.db.select().from(modelUseDays).where(eq(modelUseDays.userId, user.id))).toMatchObject([
      { uses: 1, cost: use!.cost },
    ]);
  });

  it('is estimated, and marked as such, if a reply is stopped or breaks off', async () => {
    const { user, client } = await person();
    upstream.mode = 'midway';
    await send(client, { prompt: 'One two three four five six seven eight nine ten.' });
    upstream.mode = 'slow';
    const reading = send(client, { prompt: `Again ${'and again '.repeat(1000)}` });
    const running = async () =>
      (await test.db.select().from(messages).where(eq(messages.userId, user.id))).find((one) => one.pending);
    await expect.poll(running).toBeDefined();
    await expect
      .poll(async () => (await client.call(calls.chat.getMessage, { id: (await running())!.id })).body.content.length)
      .toBeGreaterThan(20);
    await client.call(calls.chat.stopReply, { messageId: (await running())!.id });
    await reading;
    const uses = (await usesOf(user.id)).filter(({ purpose }) => purpose === 'reply');
    expect(uses.map(({ estimated }) => estimated)).toEqual([true, true]);
    for (const { input, output, cost } of uses) expect(Math.min(input, output, cost)).toBeGreaterThan(0);
  });

  it('is estimated from what was sent, in which an agent’s file stands once', async () => {
    const { user, client } = await person();
    const { name, type, url } = await upload(client, 'handbook.txt', 'text/plain', 'Rules of the house. '.repeat(1000));
    const files = [{ name, type, url }];
    const { body } = await client.call(calls.agents.createEditAgent, {
      title: 'Clerk',
      instruction: 'Be brief.',
      files,
    });
    upstream.mode = 'midway';
    await send(client, { prompt: 'One two three four five six seven eight nine ten.', flowId: body.flow!._id });
    const [use] = (await usesOf(user.id)).filter(({ purpose }) => purpose === 'reply');
    const texts = upstream.requests.map(({ messages: all }) =>
      all.map(({ content }) => (typeof content === 'string' ? content : '')).join(''),
    );
    const sent = texts.find((text) => text.includes('Rules of the house.'))!;
    expect(use!.input / (Buffer.byteLength(sent) / 4)).toBeCloseTo(1, 1);
  });

  it('is zero if the model never answered', async () => {
    const { user, client } = await person();
    await send(client, { model: 'lost' });
    expect(await usesOf(user.id)).toEqual([]);
    expect(await test.db.$count(usageReservations, eq(usageReservations.userId, user.id))).toBe(0);
  });

  it('of a process that died is counted once, even if its message is gone', async () => {
    const { user } = await person();
    const reserved = (messageId: string) => ({
      messageId,
      userId: user.id,
      model: 'dear',
      purpose: 'reply',
      input: 100,
      price: { input: 100, output: 1000 },
      expires: new Date(Date.now() - 1000),
    });
    const { pool } = test.services.database;
    await test.db.insert(usageReservations).values([reserved('a'.repeat(24)), reserved('b'.repeat(24))]);
    await Promise.all([1, 2].map(() => settleOrphan(pool, 'a'.repeat(24), ['Twelve bytes'])));
    await settleAbandoned(pool);
    await settleAbandoned(pool);
    expect((await usesOf(user.id)).map(({ cost, estimated }) => [cost, estimated])).toEqual([
      [13_000, true],
      [10_000, true],
    ]);
  });

  it('of titles and prompt help counts as well', async () => {
    const { user, client } = await person();
    await send(client);
    await client.call(calls.chat.nameChat, { prompt: 'A long walk' });
    await client.call(calls.chat.improvePrompt, { prompt: 'walk' });
    const found = (await usesOf(user.id)).map(({ purpose, model }) => `${purpose} ${model}`);
    expect(found.toSorted()).toEqual(['prompt-help free', 'reply dear', 'title free']);
  });
});

describe('a budget that is used up', () => {
  it('of a user stops a message before it is sent, says when it resets and that another model is left, and stores nothing', async () => {
    const { user, client } = await person();
    await spend(user.id, 2);
    const requestsBefore = upstream.requests.length;
    const { refusal } = await send(client);
    expect(refusal).toMatchObject({
      status: 403,
      code: 'budget-used-up',
      scope: 'person',
      limit: 2,
      others: true,
      msg: 'Your budget for this month is used up. It resets on November 1. Choose another model to continue.',
    });
    expect(upstream.requests).toHaveLength(requestsBefore);
    expect((await client.call(calls.chat.listChats, {})).body.chats).toEqual([]);
    expect((await send(client, { model: 'free' })).items.at(-1)).toMatchObject({ outcome: 'complete' });
  });

  it('resets with the month', async () => {
    const { user, client } = await person();
    const lastMonth = Date.parse('2026-09-30T23:59:59.999Z');
    await recordUsage(
      test.services.database.pool,
      {
        purpose: 'reply',
        model: { id: 'dear', price: { input: 1, output: 1 } },
        user: user.id,
        usage: { input: 9e6, output: 0, cached: 0, thought: 0 },
      },
      lastMonth,
    );
    expect((await send(client)).items.at(-1)).toMatchObject({ outcome: 'complete' });
  });

  it('of a model stops that model, even as a fallback', async () => {
    const { user: other } = await person();
    const { client } = await person();
    expect((await send(client, { model: 'gone' })).items.at(-1)).toMatchObject({ outcome: 'complete' });
    await spend(other.id, 5, { model: 'capped' });
    const { refusal } = await send(client, { model: 'capped' });
    expect(refusal).toMatchObject({ code: 'budget-used-up', scope: 'model', model: 'Capped', others: true });
    expect((await send(client, { model: 'gone' })).items.at(-1)).toMatchObject({ outcome: 'failed' });
    expect(await test.db.$count(modelUses, eq(modelUses.model, 'capped'))).toBe(2);
  });

  it('of a team, or of a member in it, applies in that team only', async () => {
    const { teamId, admin, member } = await createTeam(test);
    const other = await member();
    for (const { id } of [admin, other])
      await test.db.update(users).set({ activeTeamId: teamId }).where(eq(users.id, id));
    await test.db.insert(teamBudgets).values([
      { teamId, limit: 1_000_000 },
      { teamId, userId: other.id, limit: 400_000 },
    ]);
    await spend(other.id, 0.5);
    expect((await send(test.as(other))).refusal).toMatchObject({ code: 'budget-used-up', scope: 'member', limit: 0.4 });
    expect((await send(test.as(admin))).items.at(-1)).toMatchObject({ outcome: 'complete' });
    await spend(admin.id, 0.6);
    expect((await send(test.as(admin))).refusal).toMatchObject({ code: 'budget-used-up', scope: 'team', limit: 1 });
    await test.db.update(users).set({ activeTeamId: null }).where(eq(users.id, admin.id));
    expect((await send(test.as(admin))).items.at(-1)).toMatchObject({ outcome: 'complete' });
  });

  it('cannot be exceeded by many messages at once: what runs is held', async () => {
    const { user, client } = await person();
    await spend(user.id, 1.9);
    // It runs until it is stopped, when all the others have been answered.
    upstream.mode = 'slow';
    let refused = 0;
    const sending = [1, 2, 3, 4].map(async () => {
      const answer = await send(client, { prompt: 'word '.repeat(5000) });
      if (answer.refusal) refused += 1;
      return answer;
    });
    await expect.poll(() => refused).toBe(3);
    const [running] = await test.db.select().from(messages).where(eq(messages.userId, user.id));
    await client.call(calls.chat.stopReply, { messageId: running!.id });
    const answers = await Promise.all(sending);
    expect(answers.filter(({ refusal }) => refusal?.code === 'budget-held')).toHaveLength(3);
    expect(await test.db.$count(messages, eq(messages.userId, user.id))).toBe(1);
  });
});
