import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '../../db/id.ts';
import { invoices, subscriptions } from '../../db/schema/billing.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { givePlan } from '../../testing/users.ts';
import { endLocalPlans } from './former-local.ts';

const now = Date.parse('2026-11-26T12:00:00Z');
let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

type Plan = typeof subscriptions.$inferSelect;
const planOf = async (more: Partial<Plan> = {}) => {
  const end = more.currentEnd ?? new Date(now + 1);
  const { id } = await app.createUser();
  await givePlan(app.db, id, end);
  const [plan] = await app.db
    .update(subscriptions)
    .set({ currentEnd: end, ...more })
    .where(eq(subscriptions.userId, id))
    .returning();
  return plan!;
};
const bill = async ({ providerId: subscriptionId, userId }: Plan, status: 'open' | 'paid') => {
  const row = {
    subscriptionId,
    userId,
    status,
    reason: 'renewal',
    lines: [],
    currency: 'usd',
    total: 0,
    amountDue: 0,
  } as const;
  const period = { periodStart: new Date(now), periodEnd: new Date(now) };
  const id = newId();
  await app.db.insert(invoices).values({ ...row, ...period, id });
  return async () => (await app.db.select().from(invoices).where(eq(invoices.id, id)))[0]?.status;
};
const readAgain = async ({ id }: Plan) =>
  (await app.db.select().from(subscriptions).where(eq(subscriptions.id, id)))[0];

it('plans of the local provider last until the end of the paid period, and no longer', async () => {
  const [running, ended] = [await planOf(), await planOf({ currentEnd: new Date(now) })];
  const elsewhere = await planOf({ provider: 'stripe', currentEnd: new Date(now - 1) });
  const job = endLocalPlans(app.services.database, () => now);
  expect(job).toMatchObject({ name: 'renew-local-subscriptions', every: 'hour' });
  await job.run();
  expect(await readAgain(running)).toMatchObject({ status: 'active', cancelAtEnd: true });
  expect(await readAgain(ended)).toMatchObject({ status: 'canceled', cancelAtEnd: true });
  expect(await readAgain(elsewhere)).toMatchObject({ status: 'active', cancelAtEnd: false });
});

it('an unpaid plan of the local provider ends at once, with its open invoices', async () => {
  const unpaid = await planOf({ status: 'past_due' });
  const elsewhere = await planOf({ status: 'past_due', provider: 'stripe' });
  const running = await planOf();
  const bills = [
    await bill(unpaid, 'open'),
    await bill(unpaid, 'paid'),
    await bill(elsewhere, 'open'),
    await bill(running, 'open'),
  ];
  await endLocalPlans(app.services.database, () => now).run();
  expect(await readAgain(unpaid)).toMatchObject({ status: 'canceled' });
  expect(await readAgain(elsewhere)).toMatchObject({ status: 'past_due' });
  expect(await Promise.all(bills.map((status) => status()))).toEqual(['void', 'paid', 'open', 'open']);
});
