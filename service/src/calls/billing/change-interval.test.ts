import { billing, session } from '@atrium/shared-kernel/contracts/calls';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { subscriptions } from '../../db/schema/billing.ts';
import { mails } from '../../db/schema/mail.ts';
import { passTime, renew } from '../../local/payments/renew.ts';
import { type ProviderApp, providerApps } from '../../testing/provider-apps.ts';
import { sessionOf } from '../../testing/provider-pages.ts';
import { createTeam } from '../../testing/teams.ts';

const year = 9600;
const month = 1000;

describe.each(['local', 'stripe'] as const)('the interval of a plan with the %s provider', (name) => {
  let at: ProviderApp;
  beforeAll(async () => {
    at = await providerApps[name]();
  });
  afterAll(() => at.close());

  const subscribe = async (interval: 'month' | 'year') => {
    const user = await at.app.createUser();
    const client = at.app.as(user);
    const { body } = await client.call(billing.createSubscription, { interval });
    await at.pay(sessionOf(body.redirectUrl));
    await client.call(billing.checkSubscriptionSession, { sessionId: sessionOf(body.redirectUrl) });
    const change = (to: 'month' | 'year', more: { preview?: boolean; at?: number } = {}) =>
      client.call(billing.changeInterval, { interval: to, ...more });
    const read = async () => (await client.call(billing.listInvoices, {})).body;
    const receipts = async () =>
      (await at.app.db.select().from(mails).where(eq(mails.recipient, user.email))).filter(({ subject }) =>
        subject.startsWith('Your Atrium receipt'),
      );
    return { user, client, change, read, receipts };
  };

  it('becomes a year at once, for exactly the amount that was shown, once', async () => {
    const { change, read, receipts } = await subscribe('month');
    const { cost } = (await change('year', { preview: true })).body;
    expect(cost).toMatchObject({ amount: year, currency: 'usd', renewAmount: year });
    expect((await read()).plan).toMatchObject({ interval: 'month', amount: month });
    for (let again = 0; again < 2; again += 1)
      expect((await change('year', { at: cost!.at })).body).toEqual({ success: true });
    expect(await read()).toMatchObject({
      plan: { interval: 'year', amount: year, endDate: cost!.renewDate },
      invoices: [{ amount: cost!.due, status: 'paid' }, { amount: month }],
    });
    expect(await receipts()).toHaveLength(2);
  });

  it('is changed once, however many tabs request it at once', async () => {
    const { change, read } = await subscribe('month');
    const { cost } = (await change('year', { preview: true })).body;
    const answers = await Promise.all([1, 2, 3].map(() => change('year', { at: cost!.at })));
    expect(answers.some(({ body }) => body.success)).toBe(true);
    expect((await read()).invoices.map(({ amount }) => amount)).toEqual([cost!.due, month]);
  });

  it('is neither changed nor priced for a tab that shows an outdated plan', async () => {
    const { change, read, client } = await subscribe('month');
    const ifMatch = `"${(await read()).plan?.revision}"`;
    const late = async (payload: object) =>
      client.request({
        method: 'POST',
        url: `/api${billing.changeInterval.path}`,
        payload: { interval: 'year', ...payload },
        headers: { 'if-match': ifMatch },
      });
    const { cost } = (await change('year', { preview: true })).body;
    const [plan] = await at.app.db
      .select()
      .from(subscriptions)
      .where(eq(subscriptions.userId, (await client.call(session.getUser, {})).body._id));
    await client.call(billing.cancelPlan, { planId: plan!.id });
    for (const payload of [{ preview: true }, { at: cost!.at }])
      expect(await late(payload)).toMatchObject({ status: 412, body: { code: 'stale' } });
    expect((await read()).plan).toMatchObject({ interval: 'month', cancelAtEnd: true });
  });

  it('becomes a month when the paid year ends, which can be reverted until then', async () => {
    const { change, read } = await subscribe('year');
    const { plan } = await read();
    const { cost } = (await change('month', { preview: true })).body;
    const { endDate } = plan!;
    expect(cost).toMatchObject({ amount: month, due: 0, date: endDate, renewDate: endDate, renewAmount: month });
    expect((await change('month')).body).toEqual({ success: true });
    expect(await read()).toMatchObject({
      plan: { interval: 'year', amount: year, endDate, next: { interval: 'month', amount: month } },
      invoices: [{ amount: year }],
    });
    expect((await change('year', { preview: true })).body.cost).toMatchObject({ due: 0, amount: year });
    expect((await change('year')).body).toEqual({ success: true });
    expect((await read()).plan).toEqual(plan);
  });

  it('stays the same if the card is declined', async () => {
    const { change, read, user } = await subscribe('month');
    const [row] = await at.app.db.select().from(subscriptions).where(eq(subscriptions.userId, user.id));
    await at.decline(row!.providerId);
    expect((await change('year')).body).toEqual({ success: false });
    expect((await read()).plan).toMatchObject({ interval: 'month', amount: month });
  });

  it('is not changed for a plan that is canceled, has ended or never existed', async () => {
    const { change, client, user } = await subscribe('month');
    const code = async () => Object(await change('year')).body.code;
    const [row] = await at.app.db.select().from(subscriptions).where(eq(subscriptions.userId, user.id));
    await client.call(billing.cancelPlan, { planId: row!.id });
    expect(await code()).toBe('plan-canceled');
    await at.app.db.update(subscriptions).set({ status: 'past_due' }).where(eq(subscriptions.id, row!.id));
    expect(await code()).toBe('plan-unpaid');
    await at.app.db.update(subscriptions).set({ status: 'canceled' }).where(eq(subscriptions.id, row!.id));
    expect(await code()).toBe('no-plan-to-change');
    const other = at.app.as(await at.app.createUser());
    expect((await other.call(billing.changeInterval, { interval: 'year' })).status).toBe(409);
  });

  it('is not changed at the amounts of another day', async () => {
    const { change, read } = await subscribe('month');
    const yesterday = Math.floor(Date.now() / 1000) - 86_400;
    expect(await change('year', { at: yesterday })).toMatchObject({ status: 400, body: { code: 'amounts-outdated' } });
    expect((await read()).invoices).toHaveLength(1);
  });
});

describe('the local provider', () => {
  let at: ProviderApp;
  beforeAll(async () => {
    at = await providerApps.local();
  });
  afterAll(() => at.close());

  const rowsOf = (userId: string) => at.app.db.select().from(subscriptions).where(eq(subscriptions.userId, userId));
  const buy = async (interval: 'month' | 'year') => {
    const user = await at.app.createUser();
    const client = at.app.as(user);
    const { body } = await client.call(billing.createSubscription, { interval });
    await at.pay(sessionOf(body.redirectUrl));
    await client.call(billing.checkSubscriptionSession, { sessionId: sessionOf(body.redirectUrl) });
    const [row] = await rowsOf(user.id);
    return { user, client, row: row! };
  };

  it('bills a month after the year if a month was chosen', async () => {
    const { user, client, row } = await buy('year');
    await client.call(billing.changeInterval, { interval: 'month' });
    await passTime(at.app.services.database, row.providerId, row.currentEnd.getTime() - Date.now() + 1000, Date.now());
    const [renewed] = await rowsOf(user.id);
    expect(renewed).toMatchObject({ interval: 'month', unitAmount: month, nextInterval: null, status: 'active' });
    const days = (renewed!.currentEnd.getTime() - renewed!.currentStart.getTime()) / 86_400_000;
    expect(days > 27 && days < 32).toBe(true);
  });

  it('counts the years from the day of the change', async () => {
    const { user, client, row } = await buy('month');
    await passTime(at.app.services.database, row.providerId, 10 * 86_400_000, Date.now());
    await client.call(billing.changeInterval, { interval: 'year' });
    const [changed] = await rowsOf(user.id);
    await renew(at.app.services.database, changed!.currentEnd.getTime() + 1000, row.providerId);
    const [renewed] = await rowsOf(user.id);
    expect(renewed!.currentStart).toEqual(changed!.currentEnd);
    expect(renewed!.currentEnd.getUTCDate()).toBe(changed!.currentEnd.getUTCDate());
    expect(renewed!.currentEnd.getUTCFullYear()).toBe(changed!.currentEnd.getUTCFullYear() + 1);
  });

  it('keeps the credit of an ended plan when it is renewed, and deducts it from the next invoices', async () => {
    const { teamId, admin } = await createTeam(at.app);
    const client = at.app.as(admin);
    await at.app.db
      .update(subscriptions)
      .set({ status: 'canceled', credit: 2500, currentEnd: new Date(Date.now() - 2 * 86_400_000) })
      .where(eq(subscriptions.teamId, teamId));
    const { body } = await client.call(billing.renewTeamSubscription, { teamId, quantity: 5 });
    await at.pay(sessionOf(body.redirectUrl));
    await client.call(billing.checkSubscriptionSession, { sessionId: sessionOf(body.redirectUrl) });
    const rows = await rowsOf(admin.id);
    expect(new Map(rows.map(({ status, credit }) => [status, credit]))).toEqual(
      new Map([
        ['canceled', 0],
        ['active', 2500],
      ]),
    );
    const running = rows.find(({ status }) => status === 'active')!;
    await renew(at.app.services.database, running.currentEnd.getTime() + 1000, running.providerId);
    expect((await at.app.services.payments.listInvoices([running.providerId])).invoices[0]).toMatchObject({
      amount: 2500,
      status: 'paid',
    });
  });
});
