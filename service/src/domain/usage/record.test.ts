import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { schema } from '../../db/database.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { costOf, estimatedTokens, tokensOfRequest } from './amounts.ts';
import { recordUsage, type Use } from './record.ts';

const { modelUseDays, modelUses, users } = schema;
let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const price = { input: 0.25, output: 2, cached: 0.025 };
const usage = { input: 1000, output: 100, cached: 400, thought: 30 };
const use = (user: { id: string }, more: Partial<Use> = {}): Use => ({
  purpose: 'summary',
  model: { id: 'fast', price },
  user: user.id,
  usage,
  ...more,
});
const record = (one: Use, now?: number) => recordUsage(test.services.database.pool, one, now);
const daysOf = (userId: string) => test.db.select().from(modelUseDays).where(eq(modelUseDays.userId, userId));
const ledgerOf = (userId: string) => test.db.select().from(modelUses).where(eq(modelUses.userId, userId));

describe('the cost of usage', () => {
  it('is in micro-dollars, with what the cache held, what it stores, and pictures at their own price', () => {
    expect(costOf(price, usage)).toBe(600 * 0.25 + 400 * 0.025 + 100 * 2);
    expect(costOf({ input: 3, output: 15, cacheWrite: 3.75 }, { ...usage, written: 200 })).toBe(
      400 * 3 + 400 * 3 + 750 + 1500,
    );
    expect(
      costOf({ input: 0, output: 0, picture: 0.04 }, { input: 0, output: 0, cached: 0, thought: 0, pictures: 2 }),
    ).toBe(80_000);
    expect(costOf(undefined, usage)).toBe(0);
  });

  it('is estimated from bytes, so that scripts of several bytes count as more', () => {
    expect(estimatedTokens(['The quick brown fox jumps over the lazy dog.'])).toBe(11);
    expect(estimatedTokens(['今天天气很好，我们去公园散步吧。'])).toBe(12);
    expect(estimatedTokens(['الثعلب البني السريع يقفز فوق'])).toBe(13);
  });

  it('is estimated with the pictures of a request, if the model reads pictures', () => {
    const picture = { width: 1000, height: 750, load: async () => Buffer.from('png') };
    const files = [{ name: 'a.png', type: 'image/png', size: 3, from: 'chat', picture } as const];
    const request = { system: '', turns: [], prompt: 'What is this?', files, owner: 'a'.repeat(24) };
    expect(tokensOfRequest(request, { takes: ['pictures'] })).toBe(1004);
    expect(tokensOfRequest(request, { takes: [] })).toBe(4);
  });
});

describe('the ledger', () => {
  it('is summed by day, user, team, model and purpose', async () => {
    const user = await test.createUser();
    const day = Date.parse('2026-11-20T23:59:59Z');
    await record(use(user), day);
    await record(use(user, { usage: { ...usage, estimated: true } }), day);
    await record(use(user), day + 1000);
    await record(use(user, { team: 'a'.repeat(24) }), day);
    const rows = (await daysOf(user.id)).map((row) => [
      row.day,
      row.teamId,
      row.uses,
      row.estimated,
      row.input,
      row.cost,
    ]);
    expect(rows.toSorted((a, b) => String(a).localeCompare(String(b)))).toEqual([
      ['2026-11-20', '', 2, 1, 2000, 720],
      ['2026-11-20', 'a'.repeat(24), 1, 0, 1000, 360],
      ['2026-11-21', '', 1, 0, 1000, 360],
    ]);
    expect(await ledgerOf(user.id)).toHaveLength(4);
  });

  it('counts the same usage once, however often and whenever it is reported', async () => {
    const user = await test.createUser();
    const once = use(user, { id: `once-${user.id}` });
    await Promise.all([record(once), record(once), record(once)]);
    await record(once, Date.now() + 86_400_000);
    expect(await daysOf(user.id)).toMatchObject([{ uses: 1, cost: 360 }]);
  });

  it('keeps the price of the time of use', async () => {
    const user = await test.createUser();
    await record(use(user));
    await record(use(user, { model: { id: 'fast', price: { input: 1, output: 1 } } }));
    expect((await ledgerOf(user.id)).map((row) => [row.price, row.cost])).toEqual([
      [price, 360],
      [{ input: 1, output: 1 }, 1100],
    ]);
  });

  it('corrects a provider that reports negative tokens, or more cached ones than were sent', async () => {
    const user = await test.createUser();
    await record(use(user, { usage: { input: 10, output: -5, cached: 99, thought: Number.NaN } }));
    expect(await ledgerOf(user.id)).toMatchObject([{ input: 10, output: 0, cached: 10, thought: 0 }]);
    await record(use(user, { usage: { input: -1, output: 0, cached: 0, thought: 0 } }));
    expect(await ledgerOf(user.id)).toHaveLength(1);
  });

  it('loses the user with the account, and keeps the sums of team and product', async () => {
    const [one, other] = [await test.createUser(), await test.createUser()];
    const team = 'b'.repeat(24);
    for (const user of [one, other]) await record(use(user, { team }));
    await test.db.delete(users).where(eq(users.id, one.id));
    await test.db.delete(users).where(eq(users.id, other.id));
    const left = await test.db.select().from(modelUseDays).where(eq(modelUseDays.teamId, team));
    expect(left.map(({ userId, cost }) => [userId, cost])).toEqual([
      [null, 360],
      [null, 360],
    ]);
    await record(use(one, { team }));
    expect(await test.db.select().from(modelUses).where(eq(modelUses.teamId, team))).toMatchObject(
      [null, null, null].map((userId) => ({ userId })),
    );
  });
});
