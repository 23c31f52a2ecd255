import { setTimeout } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { newId } from '../../db/id.ts';
import { paymentSessions, refunds, subscriptions } from '../../db/schema/billing.ts';
import type { CheckoutState, Purchase } from '../../ports/payments.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { emailsTo } from '../../testing/mailbox.ts';
import { createTeam } from '../../testing/teams.ts';
import { givePlan } from '../../testing/users.ts';
import { boughtTeam, confirmCheckout, finishCheckout, markExpired, settleCheckout } from './confirm.ts';

const now = Date.parse('2026-11-26T12:00:00Z');
const day = 86_400_000;
let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ now: () => now });
});
afterAll(() => app.close());

type Checkout = typeof paymentSessions.$inferInsert;
const checkoutOf = async (userId: string, more: Partial<Checkout> = {}) => {
  const order = { interval: 'month', quantity: 1, unitAmount: 1000, currency: 'usd', provider: 'local' } as const;
  const id = newId();
  await app.db
    .insert(paymentSessions)
    .values({ ...order, id, userId, status: 'open', expires: new Date(now), ...more });
  return id;
};
const statusOf = async (id: string) =>
  (await app.db.select().from(paymentSessions).where(eq(paymentSessions.id, id)))[0]?.status;
const purchaseOf = (sessionId: string): Purchase => ({
  eventId: `paid_${sessionId}`,
  provider: 'local',
  sessionId,
  customerId: `customer_${sessionId}`,
  subscriptionId: `subscription_${sessionId}`,
  testAccount: false,
  start: new Date(now),
  end: new Date(now + 30 * day),
});
const says = (state: CheckoutState) => vi.spyOn(app.services.payments, 'readCheckout').mockResolvedValue(state);
const paid = (id: string) => says({ status: 'paid', purchase: purchaseOf(id) });

describe('a checkout', () => {
  it('that is open is marked as expired, and no other one', async () => {
    const { id } = await app.createUser();
    const [open, stays] = [await checkoutOf(id, { teamName: 'Atlas' }), await checkoutOf(id)];
    const closed = await checkoutOf(id, { status: 'paid' });
    await markExpired(app.services.database, open);
    await markExpired(app.services.database, closed);
    expect([await statusOf(open), await statusOf(stays), await statusOf(closed)]).toEqual(['expired', 'open', 'paid']);
  });

  it.each(['open', 'pending', 'expired'] as const)('that is %s at its provider is not settled', async (status) => {
    const { id: userId } = await app.createUser();
    const checkout = await checkoutOf(userId);
    says({ status });
    const finished = vi.spyOn(app.services.payments, 'listInvoices');
    expect(await confirmCheckout(app.services, checkout)).toBe(false);
    expect(await statusOf(checkout)).toBe(status === 'expired' ? 'expired' : 'open');
    expect(await app.db.select().from(subscriptions).where(eq(subscriptions.userId, userId))).toEqual([]);
    expect(finished).not.toHaveBeenCalled();
  });

  it('that is not paid ends no other plan', async () => {
    const { id: userId } = await app.createUser();
    await givePlan(app.db, userId, new Date(now + day));
    const unpaid = { status: 'past_due', createdDate: new Date(now - day) } as const;
    await app.db.update(subscriptions).set(unpaid).where(eq(subscriptions.userId, userId));
    await givePlan(app.db, userId, new Date(now + day));
    says({ status: 'open' });
    const ended = vi.spyOn(app.services.payments, 'cancel');
    await confirmCheckout(app.services, await checkoutOf(userId));
    expect(ended).not.toHaveBeenCalled();
  });

  it('that is paid before it is stored here is settled once it is stored', async () => {
    const { id: userId } = await app.createUser();
    const id = newId();
    paid(id);
    const settling = settleCheckout(app.services, id);
    await setTimeout(50);
    await checkoutOf(userId, { id });
    expect(await settling).toBe(true);
    expect(await app.db.$count(subscriptions, eq(subscriptions.userId, userId))).toBe(1);
  });

  it('that is paid is settled after earlier plans were refreshed, and its plan is read', async () => {
    const { id: userId } = await app.createUser();
    await givePlan(app.db, userId, new Date(now - day));
    const [before] = await app.db.select().from(subscriptions).where(eq(subscriptions.userId, userId));
    const checkout = await checkoutOf(userId);
    paid(checkout);
    const read = vi.spyOn(app.services.payments, 'readSubscription').mockResolvedValue(undefined);
    const forget = vi.fn((_id: string) => undefined);
    expect(await settleCheckout({ ...app.services, sessions: { forget } }, checkout)).toBe(true);
    expect(read.mock.calls.map(([id]) => id)).toEqual([before!.providerId, `subscription_${checkout}`]);
    expect(forget.mock.calls).toEqual([[userId]]);
    const plans = await app.db.select().from(subscriptions).where(eq(subscriptions.userId, userId));
    expect(new Map(plans.map(({ providerId, status }) => [providerId, status]))).toEqual(
      new Map([
        [before!.providerId, 'canceled'],
        [`subscription_${checkout}`, 'active'],
      ]),
    );
  });

  it('that bought a plan ends with a receipt, and one that bought nothing with a refund', async () => {
    const user = await app.createUser();
    const [first, second] = [await checkoutOf(user.id), await checkoutOf(user.id, { status: 'expired' })];
    const { payments } = app.services;
    const list = vi.spyOn(payments, 'listInvoices').mockResolvedValue({ invoices: [], more: false });
    const refund = vi.spyOn(payments, 'refund').mockResolvedValue({ refunded: 1000, credited: 0, url: null });
    for (const id of [first, second]) {
      paid(id);
      expect(await confirmCheckout(app.services, id)).toBe(true);
    }
    expect(list.mock.calls).toEqual([[[`subscription_${first}`]]]);
    expect(refund.mock.calls.map(([id]) => id)).toEqual([`subscription_${second}`]);
    expect((await emailsTo(app, user.email)).map(({ subject }) => subject)).toEqual([
      'We refunded your second payment',
    ]);
    expect(await app.db.$count(refunds)).toBe(1);
    await finishCheckout(app.services, newId());
    expect(list).toHaveBeenCalledOnce();
  });

  it('ends an unpaid plan of its payer', async () => {
    const { id: userId } = await app.createUser();
    await givePlan(app.db, userId, new Date(now + day));
    const unpaid = { status: 'past_due', createdDate: new Date(now - day) } as const;
    const [before] = await app.db.update(subscriptions).set(unpaid).where(eq(subscriptions.userId, userId)).returning();
    const checkout = await checkoutOf(userId);
    paid(checkout);
    const ended = vi.spyOn(app.services.payments, 'cancel');
    await confirmCheckout(app.services, checkout);
    expect(ended.mock.calls).toEqual([[before!.providerId]]);
  });
});

describe('the team that a checkout paid for', () => {
  it('is the new one, the one that renews, or none', async () => {
    const { id: userId } = await app.createUser();
    const again = await createTeam(app);
    await app.db.delete(subscriptions).where(eq(subscriptions.teamId, again.teamId));
    const bought = async (more: Partial<Checkout>) => {
      const id = await checkoutOf(userId, more);
      paid(id);
      await settleCheckout(app.services, id);
      return boughtTeam(app.services, id);
    };
    expect(await bought({ teamName: 'Boreas', quantity: 3 })).toEqual({
      _id: expect.stringMatching(/^\w{24}$/),
      name: 'Boreas',
      renewed: false,
    });
    const renewed = { teamId: again.teamId, teamName: 'Atlas', quantity: 3 };
    expect(await bought(renewed)).toEqual({ _id: again.teamId, name: 'Atlas', renewed: true });
    expect(await bought({})).toBeUndefined();
  });
});
