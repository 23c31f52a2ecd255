import { eq, isNull } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { newId } from '../../db/id.ts';
import { paymentEvents, paymentSessions } from '../../db/schema/billing.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { applyEvent, applyPendingEvents } from './events.ts';
import { findPlan } from './subscriptions.ts';

const now = Date.parse('2026-11-26T12:00:00Z');
let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ now: () => now });
});
beforeEach(async () => {
  await app.db.delete(paymentEvents);
});
afterAll(() => app.close());

const checkoutOf = async (provider = 'local') => {
  const { id: userId } = await app.createUser();
  const order = { userId, interval: 'month', quantity: 1, unitAmount: 1000, currency: 'usd' } as const;
  const id = newId();
  await app.db.insert(paymentSessions).values({ ...order, id, provider, status: 'open', expires: new Date(now) });
  return id;
};
const planOf = async () => {
  const { id: userId } = await app.createUser({ premium: true });
  return (await findPlan(app.db, 'local', { userId }))!.providerId;
};
/** The reads from the provider. */
const providerReads = () => {
  const { payments } = app.services;
  return {
    plans: vi.spyOn(payments, 'readSubscription').mockResolvedValue(undefined),
    checkouts: vi.spyOn(payments, 'readCheckout').mockResolvedValue({ status: 'open' }),
    checkoutOf: vi.spyOn(payments, 'findCheckout').mockResolvedValue(undefined),
    invoices: vi.spyOn(payments, 'listInvoices').mockResolvedValue({ invoices: [], more: false }),
  };
};
const apply = (event: { subscriptionId?: string; sessionId?: string }, id = newId()) =>
  applyEvent(app.services, { id, type: 'subscription.changed', ...event });
const ledger = async () =>
  (await app.db.select().from(paymentEvents)).map(({ eventId, processedDate }) => [eventId, processedDate]);

describe('an event from the provider', () => {
  it('about a checkout reads it, if it is ours and belongs to this provider', async () => {
    const { checkouts, plans, checkoutOf: find } = providerReads();
    const own = await checkoutOf();
    for (const sessionId of [own, await checkoutOf('stripe'), newId()]) await apply({ sessionId });
    expect(checkouts.mock.calls).toEqual([[own]]);
    expect(plans).not.toHaveBeenCalled();
    expect(find).not.toHaveBeenCalled();
  });

  it('about a known plan reads it, and sends due notices', async () => {
    const { plans, checkouts, checkoutOf: find, invoices } = providerReads();
    const plan = await planOf();
    plans.mockResolvedValue({ status: 'active' } as never);
    await apply({ subscriptionId: plan });
    expect([plans.mock.calls, invoices.mock.calls]).toEqual([[[plan]], [[[plan]]]]);
    expect(find).not.toHaveBeenCalled();
    expect(checkouts).not.toHaveBeenCalled();
  });

  it('about an unknown plan reads its checkout, if that is ours', async () => {
    const { checkouts, checkoutOf: find, invoices } = providerReads();
    const own = await checkoutOf();
    const found = new Map([
      ['bought', own],
      ['elsewhere', await checkoutOf('stripe')],
    ]);
    find.mockImplementation(async (id) => found.get(id));
    for (const subscriptionId of ['bought', 'elsewhere', 'foreign']) await apply({ subscriptionId });
    expect(find.mock.calls).toEqual([['bought'], ['elsewhere'], ['foreign']]);
    expect(checkouts.mock.calls).toEqual([[own]]);
    expect(invoices).not.toHaveBeenCalled();
  });

  it('is processed once, and again only if that failed', async () => {
    const { plans } = providerReads();
    const subscriptionId = await planOf();
    plans.mockRejectedValueOnce(new Error('Away.'));
    await expect(apply({ subscriptionId }, 'one')).rejects.toThrow('Away.');
    expect(await ledger()).toEqual([['one', null]]);
    for (let again = 0; again < 2; again += 1) await apply({ subscriptionId }, 'one');
    expect(await ledger()).toEqual([['one', new Date(now)]]);
    expect(plans).toHaveBeenCalledTimes(2);
  });

  it('from another provider with the same id is a different one', async () => {
    const { checkouts } = providerReads();
    const done = { provider: 'stripe', eventId: 'one', type: 'subscription.changed', payload: {} };
    await app.db.insert(paymentEvents).values({ ...done, processedDate: new Date(0) });
    await apply({ sessionId: await checkoutOf() }, 'one');
    expect(checkouts).toHaveBeenCalledOnce();
    const rows = await app.db.select().from(paymentEvents).where(eq(paymentEvents.provider, 'stripe'));
    expect(rows).toMatchObject([{ processedDate: new Date(0) }]);
  });
});

it('unprocessed events in the ledger are processed, the oldest first, up to the requested number', async () => {
  const { checkouts } = providerReads();
  const leave = async (second: number, more: Partial<typeof paymentEvents.$inferInsert> = {}) => {
    const sessionId = await checkoutOf();
    const payload = { id: `e${second}`, type: 'subscription.changed', sessionId };
    const row = { provider: 'local', eventId: `e${second}`, type: 'subscription.changed', payload, ...more };
    await app.db.insert(paymentEvents).values({ ...row, receivedDate: new Date(now + second * 1000) });
    return [sessionId];
  };
  const [third, second, first] = [await leave(3), await leave(2), await leave(1)];
  await leave(0, { processedDate: new Date(0) });
  await leave(-1, { provider: 'stripe' });
  await applyPendingEvents(app.services, 2);
  expect(checkouts.mock.calls).toEqual([first, second]);
  await applyPendingEvents(app.services, 2);
  expect(checkouts.mock.calls).toEqual([first, second, third]);
});

it('an event in the ledger that keeps failing does not stop those after it', async () => {
  const { checkouts } = providerReads();
  const leave = async (second: number) => {
    const sessionId = await checkoutOf();
    const payload = { id: `f${second}`, type: 'subscription.changed', sessionId };
    const row = { provider: 'local', eventId: `f${second}`, type: 'subscription.changed', payload };
    await app.db.insert(paymentEvents).values({ ...row, receivedDate: new Date(now + second * 1000) });
  };
  for (const second of [1, 2, 3]) await leave(second);
  checkouts.mockRejectedValueOnce(new Error('The provider is down.'));
  await expect(applyPendingEvents(app.services, 3)).rejects.toThrow('The provider is down.');
  const open = await app.db.select().from(paymentEvents).where(isNull(paymentEvents.processedDate));
  expect(open.map(({ eventId }) => eventId)).toEqual(['f1']);
});
