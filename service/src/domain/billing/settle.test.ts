import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '../../db/id.ts';
import type { Purchase } from '../../ports/payments.ts';
import { customers, paymentEvents, paymentSessions, refunds, subscriptions } from '../../db/schema/billing.ts';
import { teams } from '../../db/schema/teams.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { settle } from './settle.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const start = new Date('2026-01-31T10:00:00Z');
const purchaseOf = (sessionId: string): Purchase => ({
  eventId: `paid_${sessionId}`,
  provider: 'local',
  sessionId,
  customerId: `customer_${sessionId}`,
  subscriptionId: `subscription_${sessionId}`,
  testAccount: false,
  start,
  end: new Date('2026-02-28T10:00:00Z'),
});

it('waits for a checkout that its provider reports before it is stored', async () => {
  const { id: userId } = await app.createUser();
  const delays: number[] = [];
  await settle(app.services, purchaseOf('early'), async (ms) => {
    delays.push(ms);
    if (delays.length < 3) return;
    const order = { userId, interval: 'month', quantity: 1, unitAmount: 1000, currency: 'usd' } as const;
    await app.db.insert(paymentSessions).values({ ...order, id: 'early', provider: 'local', expires: start });
  });
  expect(delays).toEqual([100, 200, 400]);
  expect(await app.db.select().from(subscriptions)).toMatchObject([
    { userId, createdDate: start, currentStart: start },
  ]);
});

it('gives up on an unknown checkout, and accepts its event another time', async () => {
  const delays: number[] = [];
  const wait = async (ms: number) => void delays.push(ms);
  await expect(settle(app.services, purchaseOf('foreign'), wait)).rejects.toThrow('no checkout foreign');
  expect(delays.length).toBeGreaterThan(2);
  await expect(settle(app.services, purchaseOf('foreign'), wait)).rejects.toThrow('no checkout foreign');
});

/** Creates a paid checkout. */
const pay = async (
  order: Pick<typeof paymentSessions.$inferInsert, 'userId'> & Partial<typeof paymentSessions.$inferInsert>,
  purchase: Partial<Purchase> = {},
) => {
  const sessionId = newId();
  const checkout = { interval: 'month', quantity: 1, unitAmount: 1000, currency: 'usd', provider: 'local' } as const;
  await app.db.insert(paymentSessions).values({ ...checkout, ...order, id: sessionId, expires: start });
  const paid = { ...purchaseOf(sessionId), ...purchase };
  await settle(app.services, paid, () => Promise.reject(new Error('It waits.')));
  return paid;
};
const planOf = async ({ subscriptionId }: Purchase) => {
  const rows = await app.db.select().from(subscriptions).where(eq(subscriptions.providerId, subscriptionId));
  return rows[0];
};

it('stores the event unchanged, and looks for the first invoice from an hour before the plan', async () => {
  const { id: userId } = await app.createUser();
  const purchase = await pay({ userId });
  const stored = await app.db.select().from(paymentEvents).where(eq(paymentEvents.eventId, purchase.eventId));
  expect(stored).toMatchObject([
    { provider: 'local', type: 'checkout.paid', payload: JSON.parse(JSON.stringify(purchase)) as object },
  ]);
  expect(await planOf(purchase)).toMatchObject({ noticesDue: 1, noticesFrom: new Date('2026-01-31T09:00:00Z') });
});

it('retries only for a checkout that is not stored yet', async () => {
  const { id: userId } = await app.createUser();
  await expect(pay({ userId }, { end: new Date(Number.NaN) })).rejects.toThrow('Invalid time value');
});

it('carries over the credit of ended plans of the same payer in the same currency', async () => {
  const [{ id: userId }, { id: other }] = [await app.createUser(), await app.createUser()];
  const team = { id: newId(), name: 'Atlas', seats: 2 };
  await app.db.insert(teams).values(team);
  const owes = async (credit: number, order: Parameters<typeof pay>[0]) => {
    const purchase = await pay(order);
    const ended = { credit, status: 'canceled' } as const;
    await app.db.update(subscriptions).set(ended).where(eq(subscriptions.providerId, purchase.subscriptionId));
    return purchase;
  };
  const ofTeam = { userId, teamId: team.id, teamName: team.name, quantity: 2 };
  const [euros, teams1, others] = [
    await owes(700, { userId, currency: 'eur' }),
    await owes(900, ofTeam),
    await owes(400, { userId: other }),
  ];
  const first = await owes(300, { userId });
  // A plan of their own takes over the credit, and both are owed again.
  const second = await owes(200, { userId });
  await app.db.update(subscriptions).set({ credit: 300 }).where(eq(subscriptions.providerId, first.subscriptionId));
  const next = await pay({ userId });
  const credits = async () =>
    Promise.all([first, second, euros, teams1, others, next].map(async (one) => (await planOf(one))?.credit));
  expect(await credits()).toEqual([0, 0, 700, 900, 400, 500]);
  const again = await pay(ofTeam);
  expect((await planOf(again))?.credit).toBe(900);
  expect(await credits()).toEqual([0, 0, 700, 0, 400, 500]);
});

it('uses the customer of a team that renews, with the number of seats that it now pays for', async () => {
  const { id: userId } = await app.createUser();
  const { id: heir } = await app.createUser();
  const team = { id: newId(), name: 'Boreas', seats: 2 };
  await app.db.insert(teams).values(team);
  const ofTeam = { userId, teamId: team.id, teamName: team.name, quantity: 2 };
  const ended = await pay(ofTeam);
  await app.db
    .update(subscriptions)
    .set({ status: 'canceled' })
    .where(eq(subscriptions.providerId, ended.subscriptionId));
  const again = await pay({ ...ofTeam, userId: heir, quantity: 5 });
  expect(await app.db.select().from(customers).where(eq(customers.teamId, team.id))).toMatchObject([
    { userId: heir, providerId: again.customerId },
  ]);
  expect(await app.db.select().from(teams).where(eq(teams.id, team.id))).toMatchObject([{ seats: 5 }]);
});

it.each([
  ['the same provider', 'local', true],
  ['another provider', 'stripe', false],
])('stores which plan stays beside a second payment of %s, if its provider knows it', async (_, at, known) => {
  const { id: userId } = await app.createUser();
  const [begins, ends] = [new Date(), new Date(Date.now() + 86_400_000)];
  const kept = await pay({ userId, provider: at }, { provider: at, start: begins, end: ends });
  const second = await pay({ userId }, { start: begins, end: ends });
  expect(await app.db.select().from(refunds).where(eq(refunds.userId, userId))).toMatchObject([
    {
      provider: 'local',
      sessionId: second.sessionId,
      subscriptionId: second.subscriptionId,
      keptId: known ? kept.subscriptionId : null,
      teamId: null,
      currency: 'usd',
    },
  ]);
  expect(await planOf(second)).toBeUndefined();
});
