import { billing, chat, profile, session, teams } from '@atrium/shared-kernel/contracts/calls';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { endLocalPlans } from '../../domain/billing/former-local.ts';
import { housekeeping } from '../../domain/housekeeping/housekeeping.ts';
import { subscriptions } from '../../db/schema/billing.ts';
import { teamMembers } from '../../db/schema/teams.ts';
import { createTeam } from '../../testing/authorization/actors.ts';
import { calm } from '../../testing/stripe/events.ts';
import { givePlan } from '../../testing/users.ts';
import { createStripeApp, type StripeApp } from '../../testing/stripe-app.ts';

const start = Date.parse('2027-01-30T09:30:00Z');
const day = 86_400_000;
let at: StripeApp;
beforeAll(async () => {
  at = await createStripeApp(start);
});
afterEach(() => at.stripe.act('webhooks', { chaos: calm }));
afterAll(() => at.close());

const clientOf = (user: { id: string }) => at.app.as(user);
const rowOf = async (user: { id: string }) =>
  (await at.app.db.select().from(subscriptions).where(eq(subscriptions.userId, user.id)))[0]!;
/** Presses a button on Stripe's page, and delivers the events that Stripe then sends. */
const press = async (url: string) => {
  const answer = await fetch(url, { method: 'POST', redirect: 'manual' });
  await at.settle();
  return answer.headers.get('location') ?? '';
};
const mayChat = async (user: { id: string }) =>
  (await clientOf(user).call(chat.duplicateChat, { chatId: '0'.repeat(24) })).status !== 403;

describe('a checkout at Stripe', () => {
  it('shows the price of the country and is paid in minor units', async () => {
    const client = clientOf(await at.app.createUser());
    const { body } = await client.call(billing.createSubscription, { countryCode: 'ZA', interval: 'year' });
    expect(await (await fetch(body.redirectUrl)).text()).toContain('1 × 172800 zar');
    await press(`${body.redirectUrl}/now`);
    expect((await client.call(billing.listInvoices, {})).body).toMatchObject({
      plan: { status: 'active', amount: 172_800, currency: 'zar', interval: 'year' },
      invoices: [{ amount: 172_800, currency: 'zar', status: 'paid', url: expect.stringMatching(/^http/) }],
    });
  });

  it('that is canceled returns to the page that expires it, and accepts no payment afterwards', async () => {
    const user = await at.app.createUser();
    const { body } = await clientOf(user).call(billing.createSubscription, {});
    const back = new URL(await press(`${body.redirectUrl}/cancel`));
    expect([back.pathname, back.searchParams.get('canceled')]).toEqual(['/subscribed', 'true']);
    const sessionId = back.searchParams.get('expire_session_id') ?? '';
    expect((await clientOf(user).call(billing.expirePaymentSession, { sessionId })).status).toBe(200);
    await press(`${body.redirectUrl}/now`);
    expect((await clientOf(user).call(billing.checkSubscriptionSession, { sessionId })).body).toEqual({
      success: false,
    });
    expect(await rowOf(user)).toBeUndefined();
  });

  it('for another interval expires the previous one, so that nobody pays twice', async () => {
    const user = await at.app.createUser();
    const open = async (interval: 'month' | 'year') =>
      (await clientOf(user).call(billing.createSubscription, { interval })).body.redirectUrl;
    const [first, second] = [await open('month'), await open('year')];
    await press(`${first}/now`);
    expect(await rowOf(user)).toBeUndefined();
    await press(`${second}/now`);
    expect(await rowOf(user)).toMatchObject({ status: 'active' });
  });
});

const startTeam = async () => {
  const { user } = await at.buy(5);
  const { activeTeam: teamId = '' } = (await clientOf(user).call(session.getUser, {})).body;
  const update = (quantity: number, more: { returnProrationAmount?: boolean; prorationDate?: number } = {}) =>
    clientOf(user).call(billing.updateTeamSubscription, { teamId, quantity, ...more });
  const seats = async () => (await clientOf(user).call(teams.getTeam, { teamId })).body.stripeSubscriptionSeats;
  const bills = async () => (await clientOf(user).call(billing.listTeamInvoices, { teamId })).body.invoices;
  return { user, teamId, update, seats, bills };
};

describe('seats at Stripe', () => {
  it('cost exactly what was previewed, even if they are confirmed later', async () => {
    const { update, seats, bills } = await startTeam();
    await at.setTime(at.now() + 9 * day + 12_345_000);
    const { body } = await update(8, { returnProrationAmount: true });
    const { prorationInvoice, nextInvoice, prorationDate } = body;
    expect(nextInvoice).toEqual({ amount_due: 8000, currency: 'usd' });
    expect(await seats()).toBe(5);
    await at.setTime(at.now() + 50 * 60_000);
    expect((await update(8, prorationDate === undefined ? {} : { prorationDate })).body).toEqual({ success: true });
    expect(await seats()).toBe(8);
    const [bill] = await bills();
    expect(bill).toMatchObject({ amount: prorationInvoice!.amount_due, currency: 'usd', status: 'paid' });
    expect(Number.isSafeInteger(bill!.amount) && bill!.amount > 0 && bill!.amount < 3000).toBe(true);
  });

  it('stay the same if the card is declined, and no invoice stays open', async () => {
    const { user, update, seats, bills } = await startTeam();
    const { customer } = await at.idsOf(user.id);
    await at.stripe.act('card', { customer, pays: false });
    expect((await update(9)).body).toEqual({ success: false });
    expect(await seats()).toBe(5);
    expect(await bills()).toHaveLength(1);
  });

  it('that are removed are credited at the renewal for the rest of their period', async () => {
    const { update, bills } = await startTeam();
    const { body } = await update(2, { returnProrationAmount: true });
    expect(body.prorationInvoice).toEqual({ amount_due: 0, currency: 'usd' });
    expect((await update(2)).body).toEqual({ success: true });
    const next = body.nextInvoice!.amount_due;
    await at.setTime(at.now() + 32 * day);
    expect((await bills())[0]).toMatchObject({ amount: next, status: 'paid' });
  });
});

describe('seats whose payment has to be confirmed at Stripe', () => {
  const order = async () => {
    const team = await startTeam();
    const { customer } = await at.idsOf(team.user.id);
    await at.stripe.act('card', { customer, pays: true, confirms: true });
    const { body } = await team.update(8);
    await at.settle();
    return { ...team, body, page: body.redirectUrl ?? '' };
  };
  const change = async ({ user, teamId }: { user: { id: string }; teamId: string }) =>
    (await clientOf(user).call(teams.getTeam, { teamId })).body.seatChange;

  it('are confirmed on its page and then added; the log names who requested them', async () => {
    const team = await order();
    expect(team.body).toEqual({ success: false, redirectUrl: expect.stringMatching(/\/invoice\/in_/) });
    expect(await change(team)).toMatchObject({ quantity: 8, redirectUrl: team.page });
    expect(await team.seats()).toBe(5);
    expect((await team.update(8)).body).toEqual(team.body);
    await press(team.page);
    expect(await team.seats()).toBe(8);
    expect(await change(team)).toBeUndefined();
    const { body } = await clientOf(team.user).call(teams.listTeamLog, { teamId: team.teamId });
    expect(body.entries[0]).toMatchObject({ action: 'seats', was: '5', now: '8', actor: { _id: team.user.id } });
    expect((await team.bills()).map(({ status }) => status)).toEqual(['paid', 'paid']);
  });

  it('are not ordered twice if the response was lost: the same page is returned', async () => {
    const team = await order();
    const { subscription } = await at.idsOf(team.user.id);
    const again = { quantity: 8, at: new Date(at.now()), key: 'another-key' };
    expect(await at.app.services.payments.changeSeats(subscription, again)).toMatchObject({ redirectUrl: team.page });
    expect((await team.bills()).map(({ status }) => status)).toEqual(['open', 'paid']);
  });

  it('are shown to a user who returns, even if no event arrived', async () => {
    const team = await order();
    await at.stripe.act('webhooks', { chaos: { ...calm, drop: 1 } });
    await press(team.page);
    expect(await team.seats()).toBe(5);
    await team.update(8, { returnProrationAmount: true });
    expect(await team.seats()).toBe(8);
    expect(await change(team)).toBeUndefined();
  });

  it('stay unchanged if nobody confirms them within 23 hours', async () => {
    const team = await order();
    await at.setTime(at.now() + 24 * 3_600_000);
    expect(await team.seats()).toBe(5);
    expect(await change(team)).toBeUndefined();
    expect((await team.bills()).map(({ status }) => status)).toEqual(['void', 'paid']);
  });

  it('can be canceled', async () => {
    const team = await order();
    expect((await team.update(5)).body).toEqual({ success: true });
    expect(await change(team)).toBeUndefined();
    await press(team.page);
    expect(await team.seats()).toBe(5);
  });
});

describe('an open invoice', () => {
  it('for a change does not end the paid month, one for the month does', async () => {
    const team = await startTeam();
    const { customer, subscription } = await at.idsOf(team.user.id);
    const { currentEnd } = await rowOf(team.user);
    await at.stripe.act('card', { customer, pays: false });
    await at.stripe.act('reseat', { subscription, quantity: 8, now: Math.floor(at.now() / 1000) });
    await at.settle();
    expect(await rowOf(team.user)).toMatchObject({ status: 'past_due', currentEnd });
    await at.stripe.act('card', { customer, pays: true });
    await at.settle();
    expect(await rowOf(team.user)).toMatchObject({ status: 'active', currentEnd });
    await at.stripe.act('card', { customer, pays: false });
    await at.setTime(currentEnd.getTime() + 60_000);
    expect(await rowOf(team.user)).toMatchObject({ status: 'past_due', currentEnd });
    await at.stripe.act('reseat', { subscription, quantity: 9, now: Math.floor(at.now() / 1000) });
    await at.settle();
    // The latest invoice is for a change of seats. The monthly one is still unpaid.
    expect(await rowOf(team.user)).toMatchObject({ status: 'past_due', currentEnd });
  });

  it('is shown by a preview, and no seats are charged or changed before it is paid', async () => {
    const team = await startTeam();
    const { customer } = await at.idsOf(team.user.id);
    await at.stripe.act('card', { customer, pays: false });
    await at.setTime((await rowOf(team.user)).currentEnd.getTime() + 60_000);
    const { body } = await team.update(8, { returnProrationAmount: true });
    expect(body).toEqual({
      prorationInvoice: { amount_due: 0, currency: 'usd' },
      openInvoice: { amount_due: 5000, currency: 'usd' },
      prorationDate: expect.any(Number),
    });
    const before = await team.bills();
    expect((await team.update(8)).body).toEqual({ success: false });
    expect(await team.bills()).toEqual(before);
  });

  it('is void once Stripe has given up on it and ended the plan, so that nobody pays for nothing', async () => {
    const { user } = await at.buy();
    const { customer } = await at.idsOf(user.id);
    await at.stripe.act('card', { customer, pays: false });
    const bills = async () =>
      (await clientOf(user).call(billing.listInvoices, {})).body.invoices.map(({ status }) => status);
    const end = (await rowOf(user)).currentEnd.getTime();
    await at.setTime(end + day);
    expect(await bills()).toEqual(['open', 'paid']);
    await at.setTime(end + 8 * day);
    expect(await rowOf(user)).toMatchObject({ status: 'canceled' });
    expect(await bills()).toEqual(['void', 'paid']);
  });
});

describe('a plan that ends', () => {
  it('charges more seats until its end, and nothing after it', async () => {
    const team = await startTeam();
    const { subscription } = await at.idsOf(team.user.id);
    await at.stripe.act('cancel', { subscription });
    await at.settle();
    const { body } = await team.update(8, { returnProrationAmount: true });
    expect(body.prorationInvoice!.amount_due).toBeGreaterThan(0);
    expect(body).toMatchObject({
      nextInvoice: { amount_due: 0 },
      endDate: (await rowOf(team.user)).currentEnd.toISOString(),
    });
  });
});

describe('the portal of Stripe', () => {
  it('cancels and resumes a plan, which is shown here at once', async () => {
    const { user } = await at.buy();
    const { body } = await clientOf(user).call(billing.createPortalSession, {});
    const plan = async () => (await clientOf(user).call(billing.listInvoices, {})).body.plan;
    await press(`${body.redirectUrl}/cancel`);
    expect(await plan()).toMatchObject({ status: 'active', cancelAtEnd: true });
    await press(`${body.redirectUrl}/resume`);
    expect(await plan()).toMatchObject({ status: 'active', cancelAtEnd: false });
  });
});

describe('a customer at Stripe', () => {
  it('that is marked as a test account is shown as one', async () => {
    const { user } = await at.buy();
    const mark = async () => (await clientOf(user).call(billing.getCustomer, {})).body.customer?.testAccount;
    expect(await mark()).toBe(false);
    const { customer, subscription } = await at.idsOf(user.id);
    await at.stripe.act('mark', { customer });
    await at.stripe.act('cancel', { subscription, cancel: false });
    await at.settle();
    expect(await mark()).toBe(true);
  });

  it('is charged nothing more once the account is deleted', async () => {
    const { user } = await at.buy();
    const { subscription } = await at.idsOf(user.id);
    expect((await clientOf(user).call(profile.deleteUser, {})).status).toBe(200);
    expect(await at.app.services.payments.readSubscription(subscription)).toMatchObject({ status: 'canceled' });
  });
});

describe('a plan of the local provider, once Stripe is set up', () => {
  it('ends with the paid period, cannot be renewed before that, and is then followed by one at Stripe', async () => {
    const { teamId, admin } = await createTeam(at.app);
    const user = await at.app.createUser();
    const end = new Date(at.now() + 10 * day);
    await givePlan(at.app.db, user.id, end);
    await at.app.db.update(subscriptions).set({ currentEnd: end }).where(eq(subscriptions.teamId, teamId));
    const renew = () => clientOf(admin).call(billing.renewTeamSubscription, { teamId, quantity: 5 });
    expect((await clientOf(user).call(billing.listInvoices, {})).body).toEqual({
      plan: expect.objectContaining({ status: 'active', cancelAtEnd: true, endDate: end.toISOString() }),
      invoices: [],
      more: false,
    });
    expect((await clientOf(user).call(billing.getCustomer, {})).body.customer).toBeDefined();
    expect((await clientOf(user).call(billing.createPortalSession, {})).status).toBe(404);
    expect((await renew()).body.msg).toBe('This team has an active subscription.');

    await at.setTime(end.getTime() + 2 * day);
    await endLocalPlans(at.app.services.database, at.now).run();
    const { body } = await clientOf(user).call(billing.createSubscription, {});
    await press(`${body.redirectUrl}/now`);
    const plans = await at.app.db.select().from(subscriptions).where(eq(subscriptions.userId, user.id));
    expect(plans.map(({ provider, status }) => `${provider} ${status}`).toSorted()).toEqual([
      'local canceled',
      'stripe active',
    ]);
    expect((await renew()).status).toBe(200);
  });
});

describe('a payment that takes days', () => {
  it('prevents another checkout until it has failed', async () => {
    const user = await at.app.createUser();
    const subscribe = () => clientOf(user).call(billing.createSubscription, {});
    await subscribe();
    const { payments } = at.app.services;
    const states = vi.spyOn(payments, 'readCheckout').mockResolvedValue({ status: 'pending' });
    expect(await subscribe()).toMatchObject({ status: 409, body: { msg: 'Your payment is still being processed.' } });
    states.mockResolvedValueOnce({ status: 'expired' });
    expect((await subscribe()).status).toBe(200);
    states.mockRestore();
  });

  it('starts the plan whenever it arrives, and until then nothing else is sold and nothing deleted', async () => {
    const user = await at.app.createUser();
    const subscribe = () => clientOf(user).call(billing.createSubscription, {});
    const { body } = await subscribe();
    // Stripe reports nothing before the bank has paid.
    const states = vi.spyOn(at.app.services.payments, 'readCheckout').mockResolvedValue({ status: 'pending' });
    await at.stripe.act('webhooks', { chaos: { ...calm, delay: 1 } });
    await press(`${body.redirectUrl}/now`);
    await at.setTime(at.now() + 10 * day);
    for (const job of housekeeping(at.app.services.database, at.now)) await job.run();
    const refused = { status: 409, body: { code: 'payment-pending' } };
    expect(await subscribe()).toMatchObject(refused);
    expect(await clientOf(user).call(profile.deleteUser, {})).toMatchObject(refused);
    states.mockRestore();
    await at.stripe.act('release');
    expect(await rowOf(user)).toMatchObject({ status: 'active' });
    expect((await clientOf(user).call(billing.getCustomer, {})).body.customer).toBeDefined();
  });

  it('prevents the deletion of the account and of the team that it is for, until it has arrived or failed', async () => {
    const { user, teamId } = await startTeam();
    const { subscription } = await at.idsOf(user.id);
    await at.app.services.payments.cancel(subscription);
    await at.settle();
    expect((await clientOf(user).call(billing.renewTeamSubscription, { teamId, quantity: 5 })).status).toBe(200);
    const states = vi.spyOn(at.app.services.payments, 'readCheckout').mockResolvedValue({ status: 'pending' });
    const close = () => clientOf(user).call(teams.closeTeam, { teamId });
    const refused = { status: 409, body: { code: 'payment-pending', msg: 'Your payment is still being processed.' } };
    expect(await close()).toMatchObject(refused);
    expect(await clientOf(user).call(profile.deleteUser, {})).toMatchObject(refused);
    states.mockRestore();
    expect((await close()).status).toBe(200);
    expect((await clientOf(user).call(profile.deleteUser, {})).status).toBe(200);
  });
});

describe('an object that Stripe no longer knows', () => {
  const remove = (what: object) => at.stripe.act('remove', what);

  it('does not prevent closing a team: its plan', async () => {
    const { user, teamId } = await startTeam();
    await remove({ subscription: (await at.idsOf(user.id)).subscription });
    expect((await clientOf(user).call(teams.closeTeam, { teamId })).status).toBe(200);
    expect((await clientOf(user).call(teams.listTeams, {})).body.teams).toEqual([]);
  });

  it('does not prevent the deletion of an account: a checkout, a plan, a customer, a team that continues', async () => {
    const { user } = await at.buy();
    const ids = await at.idsOf(user.id);
    await remove({ subscription: ids.subscription });
    await remove({ customer: ids.customer });
    expect((await clientOf(user).call(profile.deleteUser, {})).status).toBe(200);

    const buyer = await at.app.createUser();
    const { body } = await clientOf(buyer).call(billing.createSubscription, {});
    await remove({ session: body.redirectUrl.split('/').at(-1) });
    expect((await clientOf(buyer).call(profile.deleteUser, {})).status).toBe(200);

    for (const what of ['subscription', 'customer'] as const) {
      const { user: admin } = await at.buy(3);
      const { activeTeam: teamId = '' } = (await clientOf(admin).call(session.getUser, {})).body;
      const heir = await at.app.createUser();
      await at.app.db.insert(teamMembers).values({ teamId, userId: heir.id, paid: true });
      await remove({ [what]: (await at.idsOf(admin.id))[what] });
      expect((await clientOf(admin).call(profile.deleteUser, {})).status).toBe(200);
    }
  });

  it('does not prevent a new subscription, and has no portal', async () => {
    const { user } = await at.buy();
    const { subscription, customer } = await at.idsOf(user.id);
    await remove({ subscription });
    await remove({ customer });
    expect((await clientOf(user).call(billing.createPortalSession, {})).status).toBe(404);
    await at.setTime(at.now() + 40 * day);
    expect((await clientOf(user).call(billing.createSubscription, {})).status).toBe(200);
  });

  it('does not keep a plan that was bought at the last moment from ending with the account', async () => {
    const user = await at.app.createUser();
    const { body } = await clientOf(user).call(billing.createSubscription, {});
    await at.stripe.act('webhooks', { chaos: { duplicate: 0, delay: 0, drop: 1 } });
    await at.stripe.act('pay', { session: body.redirectUrl.split('/').at(-1) });
    await at.stripe.act('webhooks', { chaos: { duplicate: 0, delay: 0, drop: 0 } });
    const state = await at.app.services.payments.readCheckout(body.redirectUrl.split('/').at(-1) ?? '');
    const bought = state.status === 'paid' ? state.purchase.subscriptionId : '';
    expect((await clientOf(user).call(profile.deleteUser, {})).status).toBe(200);
    expect(await at.app.services.payments.readSubscription(bought)).toMatchObject({ status: 'canceled' });
  });
});

describe('a renewal', () => {
  it('that is paid continues the plan; an unpaid one leaves access until exactly 24 hours after the end, and a new card continues it', async () => {
    const { user } = await at.buy();
    const { customer } = await at.idsOf(user.id);
    await at.setTime((await rowOf(user)).currentEnd.getTime());
    expect(await rowOf(user)).toMatchObject({ status: 'active' });
    await at.stripe.act('card', { customer, pays: false });
    const end = (await rowOf(user)).currentEnd.getTime();
    await at.setTime(end + day - 1000);
    expect(await rowOf(user)).toMatchObject({ status: 'past_due', currentEnd: new Date(end) });
    await at.setTime(end + day - 1);
    expect(await mayChat(user)).toBe(true);
    await at.setTime(end + day);
    expect(await mayChat(user)).toBe(false);
    await at.stripe.act('card', { customer, pays: true });
    await at.settle();
    expect(await rowOf(user)).toMatchObject({ status: 'active' });
    expect(await mayChat(user)).toBe(true);
    const { body } = await clientOf(user).call(billing.listInvoices, {});
    expect(body.invoices.map(({ status }) => status)).toEqual(['paid', 'paid', 'paid']);
  });
});
