import { billing } from '@atrium/shared-kernel/contracts/calls';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { newId } from '../../db/id.ts';
import { paymentSessions, refunds, subscriptions } from '../../db/schema/billing.ts';
import { mails } from '../../db/schema/mail.ts';
import { confirmCheckout } from '../../domain/billing/confirm.ts';
import { applyEvent } from '../../domain/billing/events.ts';
import { reconcile } from '../../domain/billing/reconcile.ts';
import { createTeam } from '../../testing/authorization/actors.ts';
import { type ProviderApp, providerApps } from '../../testing/provider-apps.ts';
import { sessionOf } from '../../testing/provider-pages.ts';

describe.each(['local', 'stripe'] as const)('a second payment with the %s provider', (name) => {
  let at: ProviderApp;
  beforeAll(async () => {
    at = await providerApps[name]();
  });
  afterAll(() => at.close());

  type User = { id: string; email: string };
  const startCheckout = async (user: { id: string }) =>
    sessionOf((await at.app.as(user).call(billing.createSubscription, {})).body.redirectUrl);
  const setStatus = (id: string, status: 'open' | 'expired') =>
    at.app.db.update(paymentSessions).set({ status }).where(eq(paymentSessions.id, id));
  /**
   * Two paid checkouts of one payer, as they could exist before the unique index; the event of the second one arrives
   * last.
   */
  const payTwice = async (open: () => Promise<string>): Promise<[string, string]> => {
    const first = await open();
    await setStatus(first, 'expired');
    const second = await open();
    await at.pay(second);
    await setStatus(second, 'expired');
    await setStatus(first, 'open');
    await at.pay(first);
    await setStatus(first, 'expired');
    const { provider } = at.app.services.payments;
    // These rows are the local provider's ledger.
    if (provider === 'local')
      for (const id of [first, second])
        await at.app.db.update(paymentSessions).set({ status: 'paid' }).where(eq(paymentSessions.id, id));
    return [first, second];
  };
  const check = (user: { id: string }, sessionId: string) =>
    at.app.as(user).call(billing.checkSubscriptionSession, { sessionId });
  const event = (sessionId: string, id = newId()) =>
    applyEvent(at.app.services, { id: `evt_${id}`, type: 'checkout.session.completed', sessionId });
  const job = (error: (details: object) => void = (details) => expect(details).toBeUndefined()) =>
    reconcile(at.app.services, { error });
  /** In addition to the receipt of the plan that stays. */
  const emailSubjectsTo = async ({ email }: User) =>
    (await at.app.db.select().from(mails).where(eq(mails.recipient, email)))
      .map(({ subject }) => subject)
      .filter((subject) => !subject.startsWith('Your Atrium receipt'));
  const plansOf = (userId: string) => at.app.db.select().from(subscriptions).where(eq(subscriptions.userId, userId));
  const paidAmounts = async (userId: string) => (await at.paidBy(userId)).filter((amount) => amount > 0);

  it.each([
    ['by the page', async (user: User, id: string) => void (await check(user, id))],
    ['by an event', async (_: User, id: string) => event(id)],
  ])('that is reported %s is refunded, and the payer is notified once', async (_, report) => {
    const user = await at.app.createUser();
    const [first, second] = await payTwice(() => startCheckout(user));
    await report(user, first);
    await report(user, second);
    expect(await paidAmounts(user.id)).toEqual([1000]);
    expect(await at.paidBy(user.id)).toHaveLength(2);
    expect(await plansOf(user.id)).toHaveLength(1);
    expect(await emailSubjectsTo(user)).toEqual(['We refunded your second payment']);
    await Promise.all([report(user, second), report(user, first), event(second), job()]);
    expect(await paidAmounts(user.id)).toEqual([1000]);
    expect(await emailSubjectsTo(user)).toHaveLength(1);
    expect((await check(user, second)).body).toEqual({ success: true, paidTwice: true });
    expect((await check(user, first)).body).toEqual({ success: true });
    expect((await at.app.as(user).call(billing.listInvoices, {})).body).toMatchObject({
      plan: { status: 'active' },
      refunds: [{ refunded: 1000, credited: 0, currency: 'usd', url: expect.any(String) }],
    });
  });

  it('that is confirmed at the same time as the first one leaves one plan and one refund', async () => {
    const user = await at.app.createUser();
    const ids = await payTwice(() => startCheckout(user));
    await Promise.all([...ids, ...ids].map((id) => confirmCheckout(at.app.services, id)));
    expect(await paidAmounts(user.id)).toEqual([1000]);
    expect(await plansOf(user.id)).toHaveLength(1);
    expect(await emailSubjectsTo(user)).toHaveLength(1);
  });

  it('is found by the job if neither a page nor an event reports it', async () => {
    const user = await at.app.createUser();
    const [first, second] = await payTwice(() => startCheckout(user));
    if (name === 'stripe') for (const id of [first]) await setStatus(id, 'open');
    if (name === 'stripe') await confirmCheckout(at.app.services, second);
    await job();
    expect(await paidAmounts(user.id)).toEqual([1000]);
    expect(await emailSubjectsTo(user)).toHaveLength(1);
  });

  it('is refunded even if the service stops in between or the provider is unavailable', async () => {
    const user = await at.app.createUser();
    const { payments, mail } = at.app.services;
    const [first, second] = await payTwice(() => startCheckout(user));
    await check(user, first);
    const away = vi.spyOn(payments, 'refund').mockRejectedValueOnce(new Error('Away.'));
    await expect(event(second, 'twice')).rejects.toThrow('Away.');
    expect(await at.app.db.select().from(refunds).where(eq(refunds.userId, user.id))).toMatchObject([
      { status: 'due' },
    ]);
    expect(await emailSubjectsTo(user)).toEqual([]);
    // The refund was made, but is missing in the ledger.
    const broken = vi.spyOn(mail, 'send').mockRejectedValueOnce(new Error('Ended.'));
    await expect(event(second, 'twice')).rejects.toThrow('Ended.');
    away.mockRestore();
    broken.mockRestore();
    expect(await paidAmounts(user.id)).toEqual([1000]);
    await job();
    expect(await paidAmounts(user.id)).toEqual([1000]);
    expect(await emailSubjectsTo(user)).toHaveLength(1);
    expect(await at.app.db.select().from(refunds).where(eq(refunds.userId, user.id))).toMatchObject([
      { status: 'done', refunded: 1000 },
    ]);
  });

  it('for a team whose plan has ended is refunded, and changes no seats', async () => {
    const { teamId, admin } = await createTeam(at.app);
    const { pool } = at.app.services.database;
    await pool.query("update subscriptions set status = 'canceled', current_end = now() where team_id = $1", [teamId]);
    let quantity = 5;
    const renew = async () => {
      quantity += 1;
      const { body } = await at.app.as(admin).call(billing.renewTeamSubscription, { teamId, quantity });
      return sessionOf(body.redirectUrl);
    };
    const [first, second] = await payTwice(renew);
    for (const id of [second, first]) await check(admin, id);
    expect(await paidAmounts(admin.id)).toEqual([7000]);
    const { rows } = await pool.query('select seats from teams where id = $1', [teamId]);
    expect(rows).toEqual([{ seats: 7 }]);
    expect(await emailSubjectsTo(admin)).toHaveLength(1);
    expect((await at.app.as(admin).call(billing.listTeamInvoices, { teamId })).body.refunds).toMatchObject([
      { refunded: 6000 },
    ]);
  });

  it('for a new team creates no second team', async () => {
    const user = await at.app.createUser();
    const make = async () =>
      sessionOf(
        (await at.app.as(user).call(billing.createTeamSubscription, { name: 'Atlas', quantity: 2 })).body.redirectUrl,
      );
    const ids = await payTwice(make);
    for (const id of ids) await check(user, id);
    expect(await paidAmounts(user.id)).toEqual([2000]);
    const teams = await at.app.services.database.pool.query('select 1 from team_members where user_id = $1', [user.id]);
    expect(teams.rowCount).toBe(1);
  });

  it('ends the previous plan whose renewal was not paid, so that both are never charged', async () => {
    const user = await at.app.createUser();
    const first = await startCheckout(user);
    await at.pay(first);
    await check(user, first);
    const [plan] = await plansOf(user.id);
    const past = new Date(Date.now() - 3 * 86_400_000);
    await at.app.db
      .update(subscriptions)
      .set({ status: 'past_due', currentEnd: past, createdDate: past })
      .where(eq(subscriptions.id, plan!.id));
    const { payments } = at.app.services;
    const state = (await payments.readSubscription(plan!.providerId))!;
    const read = vi.spyOn(payments, 'readSubscription').mockImplementation(async () => ({
      ...state,
      status: 'past_due',
      end: past,
    }));
    at.app.services.sessions.forget(user.id);
    const second = await startCheckout(user);
    await at.pay(second);
    const ended = vi.spyOn(payments, 'cancel');
    read.mockRestore();
    const readAgain = payments.readSubscription.bind(payments);
    const unpaid = vi.spyOn(payments, 'readSubscription').mockImplementation(async (id) => {
      const now = await readAgain(id);
      return id === plan!.providerId && now?.status === 'active' ? { ...now, status: 'past_due', end: past } : now;
    });
    await check(user, second);
    expect(ended.mock.calls).toEqual([[plan!.providerId]]);
    unpaid.mockRestore();
    ended.mockRestore();
    const plans = await plansOf(user.id);
    expect(plans.map(({ status }) => status).toSorted()).toEqual(['active', 'canceled']);
    expect(await emailSubjectsTo(user)).toEqual([]);
  });
});

it('the pages of the local provider show the invoice and the credit note of a second payment to its payer only', async () => {
  const at = await providerApps.local();
  onTestFinished(() => at.close());
  const user = await at.app.createUser();
  const client = at.app.as(user);
  const startCheckout = async () => sessionOf((await client.call(billing.createSubscription, {})).body.redirectUrl);
  const [first, second] = [await startCheckout(), newId()];
  const [row] = await at.app.db.select().from(paymentSessions).where(eq(paymentSessions.id, first));
  await at.pay(first);
  const { subject: _, ...order } = row!;
  await at.app.db.insert(paymentSessions).values({ ...order, id: second, status: 'open' });
  await at.pay(second);
  for (const sessionId of [first, second]) await client.call(billing.checkSubscriptionSession, { sessionId });
  const { body } = await client.call(billing.listInvoices, {});
  const url = body.refunds![0]!.url!;
  const text = (page: string) => page.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ');
  expect(text((await client.request({ url })).text)).toMatch(
    /Credit note ATR-\d{5} .* · Refunded .*Refund of ATR-\d{5} -\$10\.00 .*Amount refunded \$10\.00/,
  );
  expect((await at.app.as(await at.app.createUser()).request({ url })).status).toBe(404);
  const portal = text((await client.request({ url: '/local/portal' })).text);
  expect(portal).toMatch(/-\$10\.00 .*\$10\.00 .*\$10\.00/);
});

describe('an amount that Stripe cannot refund', () => {
  let at: ProviderApp;
  beforeAll(async () => {
    at = await providerApps.stripe();
  });
  afterAll(() => at.close());

  it('is deducted from the next invoices, once', async () => {
    const user = await at.app.createUser();
    const { payments } = at.app.services;
    const order = { userId: user.id, interval: 'month', quantity: 1, unitAmount: 1000, currency: 'usd' } as const;
    const buy = async () => {
      const { sessionId } = await payments.openCheckout({ ...order, email: user.email, origin: 'http://atrium.test' });
      await at.pay(sessionId);
      const state = await payments.readCheckout(sessionId);
      return state.status === 'paid' ? state.purchase : undefined;
    };
    const [first, second] = [await buy(), await buy()];
    await at.stripe!.act('final', { subscription: second!.subscriptionId });
    const back = await payments.refund(second!.subscriptionId, first!.customerId);
    expect(back).toMatchObject({ refunded: 0, credited: 1000 });
    expect(await payments.refund(second!.subscriptionId, first!.customerId)).toEqual(back);
    const { balances } = await at.stripe!.act('money');
    expect(balances).toMatchObject([{ customer: first!.customerId, amount: -1000 }]);
  });
});
