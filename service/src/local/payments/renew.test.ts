import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { customers, paymentEvents, paymentSessions, subscriptions } from '../../db/schema/billing.ts';
import { settle } from '../../domain/billing/settle.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { endLocalPlans } from '../../domain/billing/former-local.ts';
import { renewals } from './renew.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterEach(async () => {
  await app.db.delete(customers);
  await app.db.delete(paymentEvents);
});
afterAll(() => app.close());

type Order = { interval: 'month' | 'year'; quantity?: number; unitAmount?: number; teamName?: string };

/** Creates a plan that was bought at `start` and runs until `end`. */
const buy = async (start: string, end: string, { quantity = 1, unitAmount = 1000, ...order }: Order) => {
  const { id: userId } = await app.createUser();
  const id = `session_${userId}`;
  const expires = new Date(start);
  const session = { ...order, id, userId, quantity, unitAmount, provider: 'local', currency: 'usd', expires };
  await app.db.insert(paymentSessions).values(session);
  await settle(
    { ...app.services, now: () => Date.parse(start) },
    {
      eventId: `paid_${id}`,
      provider: 'local',
      sessionId: id,
      customerId: `customer_${userId}`,
      subscriptionId: `subscription_${userId}`,
      testAccount: false,
      start: new Date(start),
      end: new Date(end),
    },
  );
  return userId;
};
const run = (now: string) => renewals(app.services.database, () => Date.parse(now)).run();
const periodOf = async (userId: string) => {
  const [row] = await app.db.select().from(subscriptions).where(eq(subscriptions.userId, userId));
  return [row?.currentStart.toISOString(), row?.currentEnd.toISOString()];
};
const charges = async () => {
  const rows = await app.db.select().from(paymentEvents).where(eq(paymentEvents.type, 'renewal.paid'));
  return rows.map(({ payload }) => payload);
};

it('renews a plan at its end, not before, and charges it once', async () => {
  const userId = await buy('2026-01-15T10:00:00.000Z', '2026-02-15T10:00:00.000Z', { interval: 'month' });
  await run('2026-02-15T09:59:59.999Z');
  expect(await periodOf(userId)).toEqual(['2026-01-15T10:00:00.000Z', '2026-02-15T10:00:00.000Z']);
  expect(await charges()).toEqual([]);

  await Promise.all([run('2026-02-15T10:00:00.000Z'), run('2026-02-15T10:00:00.000Z')]);
  await run('2026-02-15T11:00:00.000Z');
  expect(await periodOf(userId)).toEqual(['2026-02-15T10:00:00.000Z', '2026-03-15T10:00:00.000Z']);
  expect(await charges()).toEqual([
    {
      subscriptionId: `subscription_${userId}`,
      amount: 1000,
      currency: 'usd',
      start: '2026-02-15T10:00:00.000Z',
      end: '2026-03-15T10:00:00.000Z',
    },
  ]);
});

it('charges all seats of a team, for its interval', async () => {
  const order = { interval: 'year', quantity: 5, unitAmount: 9600, teamName: 'Atlas' } as const;
  const userId = await buy('2026-03-01T00:00:00.000Z', '2027-03-01T00:00:00.000Z', order);
  await run('2027-03-01T00:30:00.000Z');
  expect(await periodOf(userId)).toEqual(['2027-03-01T00:00:00.000Z', '2028-03-01T00:00:00.000Z']);
  expect(await charges()).toMatchObject([{ amount: 48_000 }]);
});

it('returns to the day on which the plan started after a shorter month', async () => {
  const userId = await buy('2026-01-31T10:00:00.000Z', '2026-02-28T10:00:00.000Z', { interval: 'month' });
  await run('2026-02-28T12:00:00.000Z');
  expect((await periodOf(userId))[1]).toBe('2026-03-31T10:00:00.000Z');
  await run('2026-03-31T12:00:00.000Z');
  expect((await periodOf(userId))[1]).toBe('2026-04-30T10:00:00.000Z');
});

it('catches up on every period that passed while it was down', async () => {
  const userId = await buy('2026-01-15T10:00:00.000Z', '2026-02-15T10:00:00.000Z', { interval: 'month' });
  await run('2026-05-01T00:00:00.000Z');
  expect(await periodOf(userId)).toEqual(['2026-04-15T10:00:00.000Z', '2026-05-15T10:00:00.000Z']);
  expect(await charges()).toHaveLength(3);
});

it('leaves a plan that is canceled, or of another provider, to end', async () => {
  const canceled = await buy('2026-01-15T10:00:00.000Z', '2026-02-15T10:00:00.000Z', { interval: 'month' });
  const foreign = await buy('2026-01-15T10:00:00.000Z', '2026-02-15T10:00:00.000Z', { interval: 'month' });
  await app.db.update(subscriptions).set({ status: 'canceled' }).where(eq(subscriptions.userId, canceled));
  await app.db.update(subscriptions).set({ provider: 'stripe' }).where(eq(subscriptions.userId, foreign));
  await run('2026-03-01T00:00:00.000Z');
  for (const userId of [canceled, foreign]) expect((await periodOf(userId))[1]).toBe('2026-02-15T10:00:00.000Z');
  expect(await charges()).toEqual([]);
});

it('ends every plan with what is paid once another provider is set up, and charges nothing', async () => {
  const running = await buy('2026-01-15T10:00:00.000Z', '2026-02-15T10:00:00.000Z', { interval: 'month' });
  const unpaid = await buy('2026-01-15T10:00:00.000Z', '2026-01-20T10:00:00.000Z', { interval: 'month' });
  await app.db.update(subscriptions).set({ status: 'past_due' }).where(eq(subscriptions.userId, unpaid));
  const before = (await charges()).length;
  const rowOf = async (userId: string) =>
    (await app.db.select().from(subscriptions).where(eq(subscriptions.userId, userId)))[0];
  const end = (now: string) => endLocalPlans(app.services.database, () => Date.parse(now)).run();
  await end('2026-02-01T00:00:00.000Z');
  expect(await rowOf(running)).toMatchObject({ status: 'active', cancelAtEnd: true });
  expect(await rowOf(unpaid)).toMatchObject({ status: 'canceled' });
  await end('2026-03-01T00:00:00.000Z');
  expect(await rowOf(running)).toMatchObject({ status: 'canceled' });
  expect((await periodOf(running))[1]).toBe('2026-02-15T10:00:00.000Z');
  expect(await charges()).toHaveLength(before);
});
