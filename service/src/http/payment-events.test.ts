import { createHmac } from 'node:crypto';
import { billing, session } from '@atrium/shared-kernel/contracts/calls';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { paymentEvents, subscriptions } from '../db/schema/billing.ts';
import { reconcile } from '../domain/billing/reconcile.ts';
import { webhookSecret } from '../testing/stripe.ts';
import { createStripeApp, type StripeApp } from '../testing/stripe-app.ts';

const start = Date.parse('2027-01-30T09:30:00Z');
const day = 86_400_000;
const calm = { duplicate: 0, delay: 0, drop: 0 };
let at: StripeApp;
beforeAll(async () => {
  at = await createStripeApp(start);
});
afterEach(async () => {
  await at.stripe.act('webhooks', { chaos: calm });
  await at.stripe.act('release');
});
afterAll(() => at.close());

const endOf = async (user: { id: string }) =>
  (await at.app.as(user).call(session.getUser, {})).body.subscriptionEndDate;
const plansOf = (user: { id: string }) =>
  at.app.db.select().from(subscriptions).where(eq(subscriptions.userId, user.id));
const ledger = () => at.app.db.$count(paymentEvents);
const fail = (details: object) => {
  throw new Error('It could not be reconciled.', { cause: details });
};
const chaos = (part: Partial<typeof calm>) => at.stripe.act('webhooks', { chaos: { ...calm, ...part } });

interface Forgery {
  readonly secret?: string;
  /** Seconds since 1970. */
  readonly signed?: number;
  readonly header?: string;
  readonly sent?: string;
}
const send = (
  event: object,
  { secret = webhookSecret, signed = Math.floor(at.now() / 1000), header, sent }: Forgery = {},
) => {
  const body = JSON.stringify(event);
  const signature = createHmac('sha256', secret).update(`${signed}.${body}`).digest('hex');
  return fetch(at.webhook, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'stripe-signature': header ?? `t=${signed},v1=${signature}` },
    body: sent ?? body,
  });
};
let events = 0;
const eventOf = (object: object, type = 'customer.subscription.updated') => {
  events += 1;
  return { id: `evt_${events}`, object: 'event', type, data: { object } };
};
const changed = (id: string) => eventOf({ id, object: 'subscription' });

describe('an event from Stripe', () => {
  it('adds the plan that was bought, even if the buyer never returns from the page', async () => {
    const { user, back } = await at.buy();
    expect(back).toMatch(/^http:\/\/atrium\.test\/subscribed\?session_id=cs_test_\w+$/);
    expect(await endOf(user)).toBe('2027-02-28T09:30:00.000Z');
    expect(await at.app.as(user).call(billing.createSubscription, {})).toMatchObject({ status: 409 });
    const sessionId = new URL(back).searchParams.get('session_id') ?? '';
    const { body } = await at.app.as(user).call(billing.checkSubscriptionSession, { sessionId });
    expect(body).toEqual({ success: true });
    expect(await plansOf(user)).toHaveLength(1);
  });

  it('creates a team with its seats and its admin', async () => {
    const { user } = await at.buy(4);
    expect(await plansOf(user)).toMatchObject([{ quantity: 4, unitAmount: 1000, currency: 'usd' }]);
    expect((await at.app.as(user).call(session.getUser, {})).body.activeTeam).toMatch(/^\w{24}$/);
    expect(await endOf(user)).toBeDefined();
  });

  it.each<[string, Forgery]>([
    ['of another secret', { secret: 'whsec_other' }],
    ['signed more than five minutes ago', { signed: start / 1000 - 301 }],
    ['whose body is not what was signed', { sent: '{"id":"evt_x","object":"event"}' }],
    ['without a signature', { header: '' }],
    ['with a signature of another scheme', { header: `t=${start / 1000},v0=abc` }],
  ])('%s is refused, and nothing of it is stored', async (_, forgery) => {
    const before = await ledger();
    const answer = await send(changed('sub_x'), forgery);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toEqual({ code: 'forged-event', msg: 'This isn’t a Stripe event.' });
    expect(await ledger()).toBe(before);
  });

  it('is accepted until five minutes after it was signed, without session or origin', async () => {
    const before = await ledger();
    const answer = await send(changed('sub_x'), { signed: start / 1000 - 300 });
    expect([answer.status, await answer.json()]).toEqual([200, { received: true }]);
    expect(await ledger()).toBe(before + 1);
  });

  it('about other products of the same Stripe account is accepted and changes nothing', async () => {
    const before = await at.app.db.$count(subscriptions);
    expect((await send(changed('sub_foreign'))).status).toBe(200);
    expect(
      (await send(eventOf({ id: 'cs_foreign', object: 'checkout.session' }, 'checkout.session.completed'))).status,
    ).toBe(200);
    expect((await send(eventOf({ id: 'po_1', object: 'payout' }, 'payout.paid'))).status).toBe(200);
    expect(await at.app.db.$count(subscriptions)).toBe(before);
  });

  it('is only a signal: the state is read from Stripe, not from the event', async () => {
    const { user } = await at.buy();
    const { subscription } = await at.idsOf(user.id);
    const claim = { id: subscription, object: 'subscription', status: 'canceled', ended_at: 1, items: { data: [] } };
    expect((await send(eventOf(claim, 'customer.subscription.deleted'))).status).toBe(200);
    expect(await plansOf(user)).toMatchObject([{ status: 'active', currentEnd: new Date('2027-02-28T09:30:00Z') }]);
  });

  it('that could not be processed is answered with a failure, stays in the ledger, and is processed when it is sent again', async () => {
    const { user } = await at.buy();
    const { subscription } = await at.idsOf(user.id);
    const event = changed(subscription);
    const entry = async () =>
      (await at.app.db.select().from(paymentEvents).where(eq(paymentEvents.eventId, event.id))).map(
        ({ processedDate }) => processedDate !== null,
      );
    await chaos({ drop: 1 });
    await at.stripe.act('cancel', { subscription });
    const broken = vi.spyOn(at.app.services.payments, 'readSubscription').mockRejectedValueOnce(new Error('Away.'));
    expect((await send(event)).status).toBe(500);
    expect(await entry()).toEqual([false]);
    expect((await send(event)).status).toBe(200);
    expect(await entry()).toEqual([true]);
    expect(await plansOf(user)).toMatchObject([{ cancelAtEnd: true }]);
    const before = broken.mock.calls.length;
    expect((await send(event)).status).toBe(200);
    expect(broken.mock.calls.length).toBe(before);
    broken.mockRestore();
  });
});

describe('events', () => {
  it('that arrive twice are recorded and processed once', async () => {
    await chaos({ duplicate: 1 });
    const { user } = await at.buy(3);
    const before = await ledger();
    await at.stripe.act('release');
    expect(await ledger()).toBe(before);
    expect(await plansOf(user)).toHaveLength(1);
  });

  it('that arrive late and in any order result in the current state', async () => {
    await chaos({ delay: 1 });
    const { user } = await at.buy(4);
    expect(await endOf(user)).toBeUndefined();
    await at.stripe.act('release');
    const { subscription } = await at.idsOf(user.id);
    await at.stripe.act('cancel', { subscription });
    await at.stripe.act('cancel', { subscription, cancel: false });
    await at.stripe.act('cancel', { subscription });
    expect(await plansOf(user)).toMatchObject([{ cancelAtEnd: false, quantity: 4 }]);
    await at.stripe.act('release');
    expect(await plansOf(user)).toMatchObject([{ cancelAtEnd: true, quantity: 4 }]);
  });

  it('that never arrive are replaced by queries: checkouts at the next hourly run, everything else after a day', async () => {
    await chaos({ drop: 1 });
    const { user } = await at.buy();
    expect(await plansOf(user)).toEqual([]);
    await reconcile(at.app.services, { error: fail });
    expect(await plansOf(user)).toMatchObject([{ status: 'active' }]);
    const { subscription } = await at.idsOf(user.id);
    await at.stripe.act('cancel', { subscription });
    await at.setTime(at.now() + day);
    await reconcile(at.app.services, { error: fail });
    expect(await plansOf(user)).toMatchObject([{ cancelAtEnd: false }]);
    await at.setTime(at.now() + 1000);
    await reconcile(at.app.services, { error: fail });
    expect(await plansOf(user)).toMatchObject([{ cancelAtEnd: true }]);
  });

  it('that failed are processed from the ledger by the job', async () => {
    const { user } = await at.buy();
    const { subscription } = await at.idsOf(user.id);
    await chaos({ drop: 1 });
    await at.stripe.act('cancel', { subscription });
    const broken = vi.spyOn(at.app.services.payments, 'readSubscription').mockRejectedValueOnce(new Error('Away.'));
    expect((await send(changed(subscription))).status).toBe(500);
    broken.mockRestore();
    await reconcile(at.app.services, { error: fail });
    expect(await plansOf(user)).toMatchObject([{ cancelAtEnd: true }]);
  });
});
