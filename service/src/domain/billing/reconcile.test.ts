import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { newId } from '../../db/id.ts';
import { paymentEvents, paymentSessions, refunds, subscriptions } from '../../db/schema/billing.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { type StripeStandIn, startStripe } from '../../testing/stripe.ts';
import { givePlan } from '../../testing/users.ts';
import { reconcile, reconciliation } from './reconcile.ts';

const now = Date.parse('2026-11-26T12:00:00Z');
const day = 86_400_000;
let stripe: StripeStandIn;
let app: TestApp;
beforeAll(async () => {
  stripe = await startStripe();
  app = await createTestApp({ env: stripe.env, now: () => now });
});
afterAll(async () => {
  await app.close();
  await stripe.stop();
});

const logged = () => {
  const lines: [object, string][] = [];
  return { lines, error: (...line: [object, string]) => void lines.push(line) };
};
/** Somebody’s plan at Stripe that is paid for some time still, and was just asked about. */
const planOf = async (more: Partial<typeof subscriptions.$inferInsert> = {}) => {
  const { id } = await app.createUser({ premium: true });
  const fresh = { provider: 'stripe', currentEnd: new Date(now + day), syncedDate: new Date(now), ...more };
  const where = eq(subscriptions.userId, id);
  const [plan] = await app.db.update(subscriptions).set(fresh).where(where).returning();
  return plan!.providerId;
};
const checkoutOf = async (
  status: 'open' | 'paid' | 'expired',
  more: Partial<typeof paymentSessions.$inferInsert> = {},
) => {
  const { id: userId } = await app.createUser();
  const order = { userId, interval: 'month', quantity: 1, unitAmount: 1000, currency: 'usd' } as const;
  const row = { ...order, id: newId(), provider: 'stripe', status, expires: new Date(now), ...more };
  await app.db.insert(paymentSessions).values(row);
  return row.id;
};
const owe = async () => {
  const sessionId = newId();
  const due = { provider: 'stripe', sessionId, subscriptionId: newId(), userId: newId(), currency: 'usd' };
  await app.db.insert(refunds).values(due);
  return due.subscriptionId;
};

describe('reconciliation', () => {
  it('reads plans that should have been renewed or were not read for more than a day, oldest first', async () => {
    const ago = (ms: number) => ({ syncedDate: new Date(now - ms) });
    const ended = await planOf({ currentEnd: new Date(now), ...ago(3) });
    const unpaid = await planOf({ status: 'past_due', currentEnd: new Date(now - day), ...ago(5) });
    const unasked = await planOf(ago(day + 1));
    await planOf(ago(day));
    await planOf({ currentEnd: new Date(now + 1) });
    await planOf({ status: 'canceled', currentEnd: new Date(now - day), ...ago(2 * day) });
    await planOf({ provider: 'local', currentEnd: new Date(now - day), ...ago(2 * day) });
    const read = vi.spyOn(app.services.payments, 'readSubscription').mockResolvedValue(undefined);
    const log = logged();
    await reconcile(app.services, log);
    expect(log.lines).toEqual([]);
    expect(read.mock.calls).toEqual([[unasked], [unpaid], [ended]]);
  });

  it('reads no plan of a provider that sends no events: its ledger is our own', async () => {
    await planOf({ currentEnd: new Date(now - day) });
    const read = vi.spyOn(app.services.payments, 'readSubscription');
    const { readEvent: _, ...payments } = app.services.payments;
    await reconcile({ ...app.services, payments }, logged());
    expect(read).not.toHaveBeenCalled();
  });

  it('reads checkouts that are open, or paid but not settled, oldest first', async () => {
    const at = (second: number) => ({ createdDate: new Date(now + second * 1000) });
    const later = await checkoutOf('open', at(2));
    const paid = await checkoutOf('paid', at(1));
    const settled = await checkoutOf('paid', at(0));
    const event = { provider: 'stripe', eventId: `paid_${settled}`, type: 'checkout.paid', payload: {} };
    await app.db.insert(paymentEvents).values({ ...event, processedDate: new Date(now) });
    await checkoutOf('expired', at(0));
    await checkoutOf('open', { ...at(0), provider: 'local' });
    const read = vi.spyOn(app.services.payments, 'readCheckout').mockResolvedValue({ status: 'expired' });
    vi.spyOn(app.services.payments, 'readSubscription').mockResolvedValue(undefined);
    await reconcile(app.services, logged());
    expect(read.mock.calls).toEqual([[paid], [later]]);
  });

  it('continues with the others if one fails, and logs why', async () => {
    await app.db.delete(paymentSessions);
    await app.db.delete(subscriptions);
    const [checkout, plan, entry] = [
      await checkoutOf('open'),
      await planOf({ currentEnd: new Date(now) }),
      await owe(),
    ];
    const { payments } = app.services;
    const failures = ['checkout', 'plan', 'refund'].map((what) => new Error(`No ${what}.`));
    const read = vi.spyOn(payments, 'readCheckout').mockRejectedValue(failures[0]);
    const readPlan = vi.spyOn(payments, 'readSubscription').mockRejectedValue(failures[1]);
    const refund = vi.spyOn(payments, 'refund').mockRejectedValue(failures[2]);
    const log = logged();
    const job = reconciliation(app.services, log);
    expect(job).toMatchObject({ name: 'reconcile-payments', every: 'hour' });
    await job.run();
    expect([read, readPlan, refund].map(({ mock }) => mock.calls[0]?.[0])).toEqual([checkout, plan, entry]);
    expect(log.lines).toEqual(failures.map((err) => [{ err }, 'A payment could not be reconciled.']));
  });

  it('ends an unpaid plan that a later one has replaced', async () => {
    await app.db.delete(subscriptions);
    const { id: userId } = await app.createUser({ premium: true });
    const unpaid = { provider: 'stripe', status: 'past_due', createdDate: new Date(now - day) } as const;
    const [plan] = await app.db.update(subscriptions).set(unpaid).where(eq(subscriptions.userId, userId)).returning();
    await givePlan(app.db, userId, new Date(now + day));
    const ended = vi.spyOn(app.services.payments, 'cancel').mockResolvedValue();
    vi.spyOn(app.services.payments, 'readSubscription').mockResolvedValue(undefined);
    await reconcile(app.services, logged());
    expect(ended.mock.calls).toEqual([[plan!.providerId]]);
  });
});
