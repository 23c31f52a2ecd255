import { billing, session } from '@atrium/shared-kernel/contracts/calls';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { renewals } from './payments/renew.ts';
import { customers, paymentSessions, subscriptions } from '../db/schema/billing.ts';
import { isPremium } from '../domain/accounts/viewer.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';
import type { TestClient } from '../testing/client.ts';
import { createTeam } from '../testing/authorization/actors.ts';
import { givePlan } from '../testing/users.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const form = { 'content-type': 'application/x-www-form-urlencoded' };
const post = (client: TestClient, url: string, fields: Record<string, string> = {}) =>
  client.request({ method: 'POST', url, headers: form, payload: new URLSearchParams(fields).toString() });
const works = '4242 4242 4242 4242';
const fails = '4000 0000 0000 0341';

const subscribe = async (card = works) => {
  const user = await app.createUser();
  const client = app.as(user);
  const { body } = await client.call(billing.createSubscription, {});
  await post(client, `${body.redirectUrl}/pay`, { card });
  const { body: portal } = await client.call(billing.createPortalSession, {});
  expect(portal.redirectUrl).toBe('/local/portal');
  return { user, client, portal: portal.redirectUrl };
};
const textOf = (text: string) => text.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ');
const read = async (client: TestClient, url: string) => textOf((await client.request({ url })).text);
/** Presses a button, and reads the page to which the answer leads. A reload of that page repeats nothing. */
const press = async (client: TestClient, url: string, fields?: Record<string, string>) => {
  const { status, headers } = await post(client, url, fields);
  expect(status).toBe(303);
  return read(client, String(headers['location']));
};
const rowOf = async (userId: string) =>
  (await app.db.select().from(subscriptions).where(eq(subscriptions.userId, userId)))[0]!;

describe('the checkout of a user', () => {
  it('is by the month or by the year, as they choose on it, and charges what they saw', async () => {
    const user = await app.createUser();
    const client = app.as(user);
    const { redirectUrl } = (await client.call(billing.createSubscription, {})).body;
    expect(await read(client, redirectUrl)).toMatch(/Monthly \$10\.00 Yearly \$96\.00 .*Due today \$10\.00/);
    expect((await post(client, `${redirectUrl}/interval`, { interval: 'year' })).status).toBe(303);
    expect(await read(client, redirectUrl)).toMatch(/Due today \$96\.00/);
    // A tab that still shows the monthly price must not pay the yearly one.
    const stale = await post(client, `${redirectUrl}/pay`, { card: works, interval: 'month' });
    expect([stale.status, stale.headers['location']]).toEqual([303, `${redirectUrl}?refused=price`]);
    const { text } = await client.request({ url: `${redirectUrl}?refused=price` });
    expect(textOf(text)).toContain('Check the amount');
    // It is not the card that is wrong.
    expect(text).toContain('aria-invalid="false"');
    expect(await rowOf(user.id)).toBeUndefined();
    await post(client, `${redirectUrl}/pay`, { card: works, interval: 'year' });
    expect(await rowOf(user.id)).toMatchObject({ interval: 'year', unitAmount: 9600 });
    const other = app.as(await app.createUser());
    expect((await post(other, `${redirectUrl}/interval`, { interval: 'month' })).status).toBe(404);
  });
});

it('keeps the price of a checkout in a currency that is no longer sold, with nothing to choose', async () => {
  const client = app.as(await app.createUser());
  const { redirectUrl } = (await client.call(billing.createSubscription, {})).body;
  const id = redirectUrl.split('/').at(-1)!;
  const row = () => app.db.select().from(paymentSessions).where(eq(paymentSessions.id, id));
  await app.db.update(paymentSessions).set({ currency: 'eur', unitAmount: 1500 }).where(eq(paymentSessions.id, id));
  expect(await read(client, redirectUrl)).not.toMatch(/Monthly|Yearly/);
  await post(client, `${redirectUrl}/interval`, { interval: 'year' });
  expect(await row()).toMatchObject([{ interval: 'month', unitAmount: 1500, currency: 'eur' }]);
});

it('confirms a payment once, and still says so when its page is loaded or left and confirmed again', async () => {
  const client = app.as(await app.createUser());
  const order = await client.call(billing.createTeamSubscription, { name: 'Atlas', quantity: 2 });
  await post(client, `${order.body.redirectUrl}/pay`, { card: '4000 0025 0000 3155' });
  const { activeTeam = '' } = (await client.call(session.getUser, {})).body;
  const change = await client.call(billing.updateTeamSubscription, { teamId: activeTeam, quantity: 3 });
  const bill = change.body.redirectUrl ?? '';
  expect(await read(client, `${bill}?confirmed`)).toContain('can no longer be confirmed. Nothing was charged.');
  const confirm = () => press(client, `${bill}/confirm`);
  expect(await confirm()).toContain('The payment is confirmed.');
  const again = await confirm();
  expect(again).toContain('The payment is confirmed.');
  expect(again).not.toContain('Nothing was charged');
});

describe('the portal of a user', () => {
  it('shows plan, renewal, card and the first invoice, which shows what was paid', async () => {
    const { client, portal } = await subscribe();
    const { text } = await client.request({ url: portal });
    expect(textOf(text)).toMatch(/Personal, billed every month .*Renews on \w+ \d+, \d{4} for \$10\.00\./);
    expect(textOf(text)).toContain('Ending in 4242');
    const invoice = await read(client, /\/local\/invoice\/\w+/.exec(text)?.[0] ?? '');
    expect(invoice).toMatch(
      /Invoice ATR-\d{5} .* · Paid .*Atrium for one person \$10\.00 Total \$10\.00 Amount due \$10\.00/,
    );
  });

  it('cancels at the end of the paid period and can revert that', async () => {
    const { client, portal, user } = await subscribe();
    expect(await press(client, `${portal}/cancel`)).toMatch(/Your plan is canceled\..* Ends on .* and won’t renew/);
    expect(await rowOf(user.id)).toMatchObject({ cancelAtEnd: true, status: 'active' });
    expect(await press(client, `${portal}/resume`)).toMatch(/Your plan continues\. .*Renews on/);
    expect(await rowOf(user.id)).toMatchObject({ cancelAtEnd: false });
  });

  it('lets a canceled plan end, and offers no resume then', async () => {
    const { client, portal, user } = await subscribe();
    await post(client, `${portal}/cancel`);
    const { currentEnd } = await rowOf(user.id);
    await post(client, `${portal}/clock`, { pass: 'renewal' });
    expect(await rowOf(user.id)).toMatchObject({ status: 'canceled' });
    const after = await press(client, `${portal}/resume`);
    expect(after).toContain('Ended on');
    expect(after).not.toContain('Resume plan');
    expect(after).not.toContain('Your plan continues.');
    expect((await rowOf(user.id)).currentEnd.getTime()).toBeLessThan(currentEnd.getTime());
    expect((await client.call(billing.listInvoices, {})).body.invoices).toHaveLength(1);
  });

  it('bills a renewal that the card declines, keeps access for 24 hours, and continues with a card that pays', async () => {
    const { client, portal, user } = await subscribe();
    await post(client, `${portal}/card`, { card: fails });
    const due = await press(client, `${portal}/clock`, { pass: 'renewal' });
    expect(due).toMatch(/The payment of \$10\.00 failed\. Use another card before/);
    const row = await rowOf(user.id);
    expect(row.status).toBe('past_due');
    const viewer = { subscriptionEnd: row.currentEnd } as never;
    expect(isPremium(viewer, row.currentEnd.getTime() + 86_399_999)).toBe(true);
    expect(isPremium(viewer, row.currentEnd.getTime() + 86_400_000)).toBe(false);
    expect((await client.call(billing.listInvoices, {})).body).toMatchObject({
      plan: { status: 'past_due' },
      invoices: [{ status: 'open', amount: 1000 }, { status: 'paid' }],
    });

    expect(await press(client, `${portal}/card`, { card: fails })).toContain('declined the open invoice');
    await post(client, `${portal}/card`, { card: works });
    expect(await rowOf(user.id)).toMatchObject({ status: 'active' });
    expect((await rowOf(user.id)).currentEnd.getTime()).toBeGreaterThan(Date.now());
    const { body } = await client.call(billing.listInvoices, {});
    expect(body.invoices.map(({ status }) => status)).toEqual(['paid', 'paid']);
    const { body: profile } = await client.call(session.getUser, {});
    expect(profile.subscriptionEndDate).toBe((await rowOf(user.id)).currentEnd.toISOString());
  });

  it('ends a plan whose renewal stays unpaid for a week', async () => {
    const { client, portal, user } = await subscribe();
    await post(client, `${portal}/card`, { card: fails });
    await post(client, `${portal}/clock`, { pass: 'renewal' });
    const { currentEnd } = await rowOf(user.id);
    const week = currentEnd.getTime() + 7 * 86_400_000;
    await renewals(app.services.database, () => week - 60_000).run();
    expect(await rowOf(user.id)).toMatchObject({ status: 'past_due' });
    await renewals(app.services.database, () => week + 60_000).run();
    expect(await rowOf(user.id)).toMatchObject({ status: 'canceled' });
    expect((await client.call(billing.listInvoices, {})).body.invoices[0]).toMatchObject({ status: 'void' });
  });

  it('shows every plan that is paid, and ends each by itself', async () => {
    const { client, portal, user } = await subscribe();
    await givePlan(app.db, user.id, new Date(Date.now() + 20 * 86_400_000));
    expect(await read(client, portal)).toContain('Another plan You pay for this plan as well');
    const { body } = await client.call(billing.listInvoices, {});
    expect(body.plans).toHaveLength(2);
    const [front, other] = body.plans!;
    await post(client, `${portal}/cancel`, { plan: other!.id });
    const ends = async () =>
      new Map(
        (await client.call(billing.listInvoices, {})).body.plans!.map(({ id, cancelAtEnd }) => [id, cancelAtEnd]),
      );
    expect(await ends()).toEqual(
      new Map([
        [front!.id, false],
        [other!.id, true],
      ]),
    );
    // A page that still shows another plan must not cancel the last one.
    const late = await client.request({
      method: 'POST',
      url: `/api${billing.cancelPlan.path}`,
      payload: { planId: front!.id },
      headers: { 'if-match': `"${front!.revision}"` },
    });
    expect(late).toMatchObject({ status: 412, body: { code: 'stale' } });
    expect((await client.call(billing.cancelPlan, { planId: front!.id })).status).toBe(200);
    expect(await ends()).toEqual(
      new Map([
        [front!.id, true],
        [other!.id, true],
      ]),
    );
    expect((await app.as(await app.createUser()).call(billing.cancelPlan, { planId: front!.id })).status).toBe(404);
  });

  it('accepts no card that is invalid, or is declined', async () => {
    const { client, portal } = await subscribe();
    expect(await press(client, `${portal}/card`, { card: '12' })).toContain('enter a card number of 12 to 19 digits');
    const declined = await press(client, `${portal}/card`, { card: '4000 0000 0000 0002' });
    expect(declined).toMatch(/Ending in 4242 .*The card was declined\. Your previous card is still in use\./);
    expect(await read(client, `${portal}?result=constructor`)).toBe(await read(client, portal));
  });

  it('is private, and does nothing for another site', async () => {
    const { client, portal, user } = await subscribe();
    const { text } = await client.request({ url: portal });
    const invoice = /\/local\/invoice\/\w+/.exec(text)?.[0] ?? '';
    const other = app.as(await app.createUser());
    expect((await other.request({ url: portal })).status).toBe(404);
    expect((await other.request({ url: invoice })).status).toBe(404);
    expect((await app.visitor.request({ url: portal })).status).toBe(401);
    expect((await app.visitor.request({ url: invoice })).status).toBe(401);
    const evil = {
      method: 'POST' as const,
      url: `${portal}/cancel`,
      headers: { ...form, origin: 'https://evil.test' },
    };
    expect((await client.request(evil)).status).toBe(403);
    expect(await rowOf(user.id)).toMatchObject({ cancelAtEnd: false });
  });
});

describe('the portal of a team', () => {
  it('asks an admin for a card before they resume the plan of a payer who left', async () => {
    const { teamId, admin } = await createTeam(app);
    const client = app.as(admin);
    const portal = `/local/portal/${teamId}`;
    const [row] = await app.db.select().from(subscriptions).where(eq(subscriptions.teamId, teamId));
    await app.db.update(customers).set({ teamId }).where(eq(customers.id, row!.customerId));
    await app.services.payments.handOver(row!.providerId, admin.email);
    const resume = await press(client, `${portal}/resume`);
    expect(resume).toMatch(/Ends on .* Add a card to resume this plan\. .*No card/);
    expect(resume).not.toContain('Resume plan');
    const declined = await press(client, `${portal}/card`, { card: '4000 0000 0000 0002' });
    expect(declined).toContain('The card was declined. Try another card.');
    expect(await press(client, `${portal}/card`, { card: works })).toContain('Resume plan');
    expect(await press(client, `${portal}/resume`)).toContain('Your plan continues.');
  });

  it('is its admins’, with the team’s plan and bills', async () => {
    const { teamId, admin, member } = await createTeam(app);
    const { body } = await app.as(admin).call(billing.createTeamPortalSession, { teamId });
    expect(await read(app.as(admin), body.redirectUrl)).toContain('Billing for Atlas');
    expect(await read(app.as(admin), body.redirectUrl)).toContain('No invoices yet.');
    expect((await app.as(member).request({ url: body.redirectUrl })).status).toBe(404);
    expect((await post(app.as(member), `${body.redirectUrl}/cancel`)).status).toBe(404);
    expect(await app.as(admin).call(billing.createPortalSession, {})).toMatchObject({ status: 404 });
  });
});
