import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eq } from 'drizzle-orm';
import { newId } from '../../db/id.ts';
import { paymentSessions, subscriptions } from '../../db/schema/billing.ts';
import { confirmCheckout } from '../../domain/billing/confirm.ts';
import { createTestApp, origin, type TestApp } from '../../testing/app.ts';
import { startStripe, type StripeStandIn } from '../../testing/stripe.ts';
import { setCancelAtEnd, setCard } from '../../local/payments/customer.ts';
import { addInterval } from '../../domain/billing/interval.ts';
import { payCheckout } from '../../local/payments/local.ts';
import { passTime } from '../../local/payments/renew.ts';
import { confirmInvoice } from '../../local/payments/seats.ts';
import type { Order } from '../../ports/payments.ts';

/** A provider, and the actions of users on its pages. */
interface Bench {
  readonly app: TestApp;
  readonly pay: (sessionId: string) => Promise<unknown>;
  readonly card: (subscriptionId: string, pays: boolean) => Promise<unknown>;
  readonly cancel: (subscriptionId: string) => Promise<unknown>;
  /** Makes the card decline a charge, whose invoice stays open. */
  readonly leaveUnpaid: (subscriptionId: string) => Promise<unknown>;
  /** Makes the card require a confirmation of changes. */
  readonly requireConfirmation: (subscriptionId: string) => Promise<unknown>;
  /** Confirms the payment on the page of the invoice. */
  readonly confirm: (subscriptionId: string, page: string) => Promise<unknown>;
}

let stripe: StripeStandIn;
const benches: Partial<Record<string, Bench>> = {};
beforeAll(async () => {
  stripe = await startStripe();
  const local = await createTestApp();
  const foreign = await createTestApp({ env: stripe.env });
  benches['local'] = {
    app: local,
    pay: (id) => payCheckout(local.services.database, id),
    card: (id, pays) => setCard(local.services.database, id, pays ? '4242' : '0341', Date.now()),
    leaveUnpaid: async (id) => {
      const { payments, database } = local.services;
      await setCard(database, id, '0341', Date.now());
      const now = Date.now();
      await passTime(database, id, (await payments.readSubscription(id))!.end.getTime() - now, now);
    },
    cancel: (id) => setCancelAtEnd(local.services.database, id, true, Date.now()),
    requireConfirmation: (id) => setCard(local.services.database, id, '3155', Date.now()),
    confirm: (id, page) => confirmInvoice(local.services.database, id, page.split('/').at(-1)!, Date.now()),
  };
  benches['stripe'] = {
    app: foreign,
    pay: (session) => stripe.act('pay', { session }),
    card: async (id, pays) => {
      const state = await foreign.services.payments.readSubscription(id);
      await stripe.act('card', { customer: state?.customerId, pays });
    },
    leaveUnpaid: async (subscription) => {
      const state = await foreign.services.payments.readSubscription(subscription);
      await stripe.act('card', { customer: state?.customerId, pays: false });
      await stripe.act('reseat', { subscription, quantity: 9, now: Math.floor(Date.now() / 1000) });
    },
    cancel: (subscription) => stripe.act('cancel', { subscription }),
    requireConfirmation: async (id) => {
      const state = await foreign.services.payments.readSubscription(id);
      await stripe.act('card', { customer: state?.customerId, pays: true, confirms: true });
    },
    confirm: (_, page) => fetch(page, { method: 'POST' }),
  };
});
afterAll(async () => {
  for (const bench of Object.values(benches)) await bench?.app.close();
  await stripe.stop();
});

/** Tests for every provider's adapter. */
describe.each(['local', 'stripe'])('the %s provider', (name) => {
  const open = async (request: Partial<Order> = {}): Promise<string> => {
    const { app } = benches[name]!;
    const { payments } = app.services;
    const { id: userId, email } = await app.createUser();
    const order = { userId, interval: 'month', quantity: 1, unitAmount: 1000, currency: 'usd', ...request } as const;
    const { sessionId, expires } = await payments.openCheckout({ ...order, email, origin });
    const { teamName = null, ...rest } = order;
    await app.db
      .insert(paymentSessions)
      .values({ ...rest, teamName, id: sessionId, provider: payments.provider, expires });
    return sessionId;
  };
  const buy = async (request: Partial<Order> = {}) => {
    const bench = benches[name]!;
    const sessionId = await open(request);
    await bench.pay(sessionId);
    await confirmCheckout(bench.app.services, sessionId);
    const state = await bench.app.services.payments.readCheckout(sessionId);
    if (state.status !== 'paid') throw new Error('It was not paid.');
    return { ...bench, payments: bench.app.services.payments, sessionId, id: state.purchase.subscriptionId };
  };
  const seats = (quantity: number) => ({
    quantity,
    at: new Date(Math.floor(Date.now() / 1000) * 1000),
    key: newId(),
  });
  const team = { teamName: 'Atlas', quantity: 4 };

  it('leaves a checkout open until it is paid', async () => {
    const sessionId = await open();
    expect(await benches[name]!.app.services.payments.readCheckout(sessionId)).toEqual({ status: 'open' });
  });

  it('returns the same purchase however often it is read', async () => {
    const { payments, sessionId } = await buy();
    const first = await payments.readCheckout(sessionId);
    expect(first).toMatchObject({ status: 'paid', purchase: { sessionId, provider: payments.provider } });
    expect(await payments.readCheckout(sessionId)).toEqual(first);
  });

  it('expires an open checkout for good', async () => {
    const { app, pay } = benches[name]!;
    const sessionId = await open();
    await app.services.payments.expireCheckout(sessionId);
    await pay(sessionId);
    expect(await app.services.payments.readCheckout(sessionId)).toEqual({ status: 'expired' });
  });

  it('keeps a paid checkout paid', async () => {
    const { payments, sessionId } = await buy();
    await payments.expireCheckout(sessionId);
    expect(await payments.readCheckout(sessionId)).toMatchObject({ status: 'paid' });
  });

  it('creates checkouts that cannot be guessed', async () => {
    expect(await open()).toMatch(/.{24,}/);
    expect(await open()).not.toBe(await open());
  });

  it('treats an unknown checkout as expired, and knows no subscription of others', async () => {
    const { payments } = benches[name]!.app.services;
    expect(await payments.readCheckout('foreign')).toEqual({ status: 'expired' });
    expect(await payments.readSubscription('foreign')).toBeUndefined();
  });

  it('stores what was bought: seats, the paid period, one paid invoice for the whole price', async () => {
    const { payments, id } = await buy(team);
    const state = await payments.readSubscription(id);
    expect(state).toMatchObject({ status: 'active', cancelAtEnd: false, quantity: 4, testAccount: false });
    const days = (state!.end.getTime() - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(27);
    expect(days).toBeLessThan(32);
    expect(await payments.listInvoices([id])).toMatchObject({
      more: false,
      invoices: [
        { amount: 4000, currency: 'usd', status: 'paid', number: expect.stringMatching(/\d/), url: expect.any(String) },
      ],
    });
  });

  it('charges exactly the previewed amount for more seats', async () => {
    const { payments, id } = await buy(team);
    const request = seats(7);
    const { due, next, currency } = await payments.previewSeats(id, request);
    expect({ next, currency }).toEqual({ next: 7000, currency: 'usd' });
    expect(Number.isSafeInteger(due) && due > 2900 && due <= 3000).toBe(true);
    expect((await payments.readSubscription(id))?.quantity).toBe(4);
    expect(await payments.changeSeats(id, request)).toBe('changed');
    expect((await payments.readSubscription(id))?.quantity).toBe(7);
    expect((await payments.listInvoices([id])).invoices[0]).toMatchObject({ amount: due, status: 'paid' });
  });

  it('charges nothing for fewer seats, and deducts the rest of their price from the renewal, as previewed', async () => {
    const { payments, id } = await buy(team);
    const request = seats(2);
    const { due, next } = await payments.previewSeats(id, request);
    expect(due).toBe(0);
    expect(next).toBeLessThan(100);
    await payments.changeSeats(id, request);
    expect((await payments.previewSeats(id, seats(2))).next).toBe(next);
    expect((await payments.listInvoices([id])).invoices[0]).toMatchObject({ amount: 0, status: 'paid' });
  });

  it('changes nothing if the card is declined', async () => {
    const { payments, card, id } = await buy(team);
    await card(id, false);
    expect(await payments.changeSeats(id, seats(9))).toBe('declined');
    expect((await payments.readSubscription(id))?.quantity).toBe(4);
    expect((await payments.listInvoices([id])).invoices).toHaveLength(1);
    await card(id, true);
    expect(await payments.changeSeats(id, seats(9))).toBe('changed');
  });

  it('waits for a card’s owner to confirm, and changes and charges nothing until then', async () => {
    const { payments, requireConfirmation, confirm, id } = await buy(team);
    await requireConfirmation(id);
    const request = seats(7);
    const { due } = await payments.previewSeats(id, request);
    const outcome = await payments.changeSeats(id, request);
    if (typeof outcome !== 'object') throw new Error(`It was ${outcome}.`);
    expect(outcome.expires.getTime()).toBeGreaterThan(Date.now() + 22 * 3_600_000);
    expect(outcome.expires.getTime()).toBeLessThanOrEqual(Date.now() + 23 * 3_600_000);
    expect(await payments.readSubscription(id)).toMatchObject({
      quantity: 4,
      status: 'active',
      waiting: { quantity: 7 },
    });
    expect((await payments.listInvoices([id])).invoices[0]).toMatchObject({ amount: due, status: 'open' });
    // The same request again returns the same invoice.
    expect(await payments.changeSeats(id, seats(7))).toEqual(outcome);
    await confirm(id, outcome.redirectUrl);
    const state = await payments.readSubscription(id);
    expect([state?.quantity, state?.waiting]).toEqual([7, undefined]);
    const { invoices } = await payments.listInvoices([id]);
    expect(invoices.map(({ amount, status }) => [amount, status])).toEqual([
      [due, 'paid'],
      [4000, 'paid'],
    ]);
  });

  it('drops a pending change when another quantity is ordered, even the current one', async () => {
    const { payments, requireConfirmation, confirm, id } = await buy(team);
    await requireConfirmation(id);
    const first = await payments.changeSeats(id, seats(7));
    const second = await payments.changeSeats(id, seats(6));
    if (typeof first !== 'object' || typeof second !== 'object') throw new Error('It did not wait.');
    await confirm(id, first.redirectUrl);
    expect(await payments.readSubscription(id)).toMatchObject({ quantity: 4, waiting: { quantity: 6 } });
    expect(await payments.changeSeats(id, seats(4))).toBe('changed');
    await confirm(id, second.redirectUrl);
    expect((await payments.readSubscription(id))?.quantity).toBe(4);
    const { invoices } = await payments.listInvoices([id]);
    expect(invoices.map(({ status }) => status)).toEqual(['void', 'void', 'paid']);
  });

  it('needs no confirmation for what costs nothing', async () => {
    const { payments, requireConfirmation, id } = await buy(team);
    await requireConfirmation(id);
    expect(await payments.changeSeats(id, seats(3))).toBe('changed');
  });

  it('executes requests with the same key once', async () => {
    const { payments, id } = await buy(team);
    const request = seats(7);
    expect(await Promise.all([payments.changeSeats(id, request), payments.changeSeats(id, request)])).toEqual([
      'changed',
      'changed',
    ]);
    expect((await payments.listInvoices([id])).invoices).toHaveLength(2);
  });

  const yearly = () => ({
    interval: 'year' as const,
    unitAmount: 9600,
    at: new Date(Math.floor(Date.now() / 1000) * 1000),
    key: newId(),
  });
  const monthly = { interval: 'month', unitAmount: 1000 } as const;
  const paidYear = { interval: 'year', unitAmount: 9600 } as const;

  it('charges the previewed amount for a year, less the rest of the month, and starts it at once', async () => {
    const { payments, id } = await buy();
    const request = yearly();
    const { due, next, currency } = await payments.previewPrice(id, request);
    expect({ next, currency }).toEqual({ next: 9600, currency: 'usd' });
    expect(due >= 8600 && due < 8650).toBe(true);
    expect((await payments.readSubscription(id))?.price).toEqual(monthly);
    expect(await payments.changePrice(id, request)).toBe('changed');
    const state = await payments.readSubscription(id);
    expect(state).toMatchObject({ status: 'active', price: paidYear, start: request.at });
    expect(state?.end).toEqual(addInterval(request.at, 'year'));
    expect(await payments.changePrice(id, yearly())).toBe('changed');
    const { invoices } = await payments.listInvoices([id]);
    expect(invoices.map(({ amount, status }) => [amount, status])).toEqual([
      [due, 'paid'],
      [1000, 'paid'],
    ]);
  });

  it('keeps the month if the card declines the year', async () => {
    const { payments, card, id } = await buy();
    await card(id, false);
    expect(await payments.changePrice(id, yearly())).toBe('declined');
    expect((await payments.readSubscription(id))?.price).toEqual(monthly);
    expect((await payments.listInvoices([id])).invoices).toHaveLength(1);
    await card(id, true);
    expect(await payments.changePrice(id, yearly())).toBe('changed');
  });

  it('switches to another price at the end of the paid period, charges nothing before, and can revert it', async () => {
    const { payments, id } = await buy(paidYear);
    for (let again = 0; again < 2; again += 1) {
      await payments.schedulePrice(id, monthly);
      expect(await payments.readSubscription(id)).toMatchObject({ price: paidYear, next: monthly, cancelAtEnd: false });
    }
    expect((await payments.listInvoices([id])).invoices).toHaveLength(1);
    await payments.schedulePrice(id, undefined);
    await payments.schedulePrice(id, undefined);
    expect(await payments.readSubscription(id)).not.toHaveProperty('next');
  });

  it('drops the scheduled price when the plan is canceled', async () => {
    const { payments, id } = await buy(paidYear);
    await payments.schedulePrice(id, monthly);
    await payments.cancelAtEnd(id);
    const state = await payments.readSubscription(id);
    expect(state).toMatchObject({ status: 'active', cancelAtEnd: true });
    expect(state).not.toHaveProperty('next');
  });

  it('reports that a plan is canceled at its end, which then costs nothing more', async () => {
    const { payments, cancel, id } = await buy(team);
    await cancel(id);
    expect(await payments.readSubscription(id)).toMatchObject({ status: 'active', cancelAtEnd: true });
    expect((await payments.previewSeats(id, seats(4))).next).toBeUndefined();
  });

  it('ends a plan at once, once', async () => {
    const { payments, id } = await buy();
    await payments.cancel(id);
    await payments.cancel(id);
    const state = await payments.readSubscription(id);
    expect(state?.status).toBe('canceled');
    expect(state!.end.getTime()).toBeLessThanOrEqual(Date.now() + 1000);
  });

  it.each([false, true])('voids what is unpaid of a plan that ends, ended at Stripe before: %s', async (before) => {
    const { payments, leaveUnpaid, id } = await buy(team);
    await leaveUnpaid(id);
    const request = { method: 'DELETE', headers: { authorization: 'Bearer sk_test_atrium' } };
    if (before && name === 'stripe') await fetch(`${stripe.address}/v1/subscriptions/${id}`, request);
    const statuses = async () => (await payments.listInvoices([id])).invoices.map(({ status }) => status);
    expect(await statuses()).toEqual(['open', 'paid']);
    await payments.cancel(id);
    expect(await statuses()).toEqual(['void', 'paid']);
    expect((await payments.readSubscription(id))?.status).toBe('canceled');
  });

  it('ends a plan with the period that is paid', async () => {
    const { payments, id } = await buy();
    await payments.cancelAtEnd(id);
    await payments.cancelAtEnd(id);
    expect(await payments.readSubscription(id)).toMatchObject({ status: 'active', cancelAtEnd: true });
  });

  it('refunds all that was paid, once, and ends the plan', async () => {
    const { payments, id } = await buy(team);
    const back = await payments.refund(id);
    expect(back).toMatchObject({ refunded: 4000, credited: 0, url: expect.any(String) });
    expect(await payments.readSubscription(id)).toMatchObject({ status: 'canceled' });
    expect(await payments.refund(id)).toEqual(back);
  });

  it('does nothing about plans and customers that it does not know', async () => {
    const { payments } = benches[name]!.app.services;
    await payments.cancel('foreign');
    await payments.cancelAtEnd('foreign');
    await payments.handOver('foreign', 'heir@example.test');
    expect(await payments.refund('foreign')).toEqual({ refunded: 0, credited: 0, url: null });
    await payments.expireCheckout('foreign');
    expect(await payments.readSubscription('foreign')).toBeUndefined();
  });

  it('opens one checkout for one key', async () => {
    const { payments } = benches[name]!.app.services;
    if (!payments.readEvent) return;
    const order = { userId: 'u', interval: 'month', quantity: 1, unitAmount: 1000, currency: 'usd' } as const;
    const ask = (key: string) => payments.openCheckout({ ...order, email: 'ada@example.test', origin, key });
    const [first, again, other] = [await ask('a'), await ask('a'), await ask('b')];
    expect(again).toEqual(first);
    expect(other.sessionId).not.toBe(first.sessionId);
  });

  it('charges nobody once a plan was handed over', async () => {
    const { payments, card, id } = await buy(team);
    await payments.handOver(id, 'heir@example.test');
    expect(await payments.readSubscription(id)).toMatchObject({ status: 'active', cancelAtEnd: true });
    expect(await payments.changeSeats(id, seats(9))).toBe('declined');
    expect((await payments.readSubscription(id))?.quantity).toBe(4);
    await card(id, true);
    expect(await payments.changeSeats(id, seats(9))).toBe('changed');
  });

  it('has a portal', async () => {
    const { payments, id } = await buy();
    const { customerId } = (await payments.readSubscription(id))!;
    expect((await payments.openPortal({ customerId, origin }))?.redirectUrl).toMatch(/portal/);
  });

  it('finds the checkout of a subscription, if its events need that', async () => {
    const { payments, id, sessionId } = await buy();
    expect(await payments.findCheckout(id)).toBe(payments.readEvent ? sessionId : undefined);
  });
});

it('sends Stripe the key of a change, which then executes it once', async () => {
  const { app, pay } = benches['stripe']!;
  const { payments } = app.services;
  const { id: userId, email } = await app.createUser();
  const order = { userId, interval: 'month', quantity: 4, unitAmount: 1000, currency: 'usd', teamName: 'A' } as const;
  const { sessionId } = await payments.openCheckout({ ...order, email, origin });
  await pay(sessionId);
  const state = await payments.readCheckout(sessionId);
  const id = state.status === 'paid' ? state.purchase.subscriptionId : '';
  const at = new Date(Math.floor(Date.now() / 1000) * 1000);
  const first = { quantity: 7, at, key: newId() };
  expect(await payments.changeSeats(id, first)).toBe('changed');
  expect(await payments.changeSeats(id, { quantity: 4, at, key: newId() })).toBe('changed');
  // The first order is repeated, as if its answer had been lost.
  await payments.changeSeats(id, first);
  expect((await payments.readSubscription(id))?.quantity).toBe(4);
  expect((await payments.listInvoices([id])).invoices).toHaveLength(3);
});

it('is marked as a test account at Stripe, and the mark comes here', async () => {
  const { app, pay } = benches['stripe']!;
  const { payments, database } = app.services;
  const { id: userId, email } = await app.createUser();
  const order = { userId, interval: 'month', quantity: 1, unitAmount: 1000, currency: 'usd' } as const;
  const { sessionId: id, expires } = await payments.openCheckout({ ...order, email, origin });
  await app.db.insert(paymentSessions).values({ ...order, id, provider: 'stripe', expires });
  await pay(id);
  await confirmCheckout(app.services, id);
  const [row] = await database.db.select().from(subscriptions).where(eq(subscriptions.userId, userId));
  const state = await payments.readSubscription(row!.providerId);
  await stripe.act('mark', { customer: state?.customerId });
  expect(await payments.readSubscription(row!.providerId)).toMatchObject({ testAccount: true });
});

describe('the paid time', () => {
  it.each([
    ['2026-01-15T10:00:00Z', 'month', '2026-02-15T10:00:00Z'],
    ['2026-01-31T10:00:00Z', 'month', '2026-02-28T10:00:00Z'],
    ['2026-12-31T23:59:59Z', 'month', '2027-01-31T23:59:59Z'],
    ['2028-02-29T00:00:00Z', 'year', '2029-02-28T00:00:00Z'],
  ] as const)('from %s, a %s, ends at %s', (start, interval, end) => {
    expect(addInterval(new Date(start), interval)).toEqual(new Date(end));
  });
});
