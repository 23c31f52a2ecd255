import { billing, teams } from '@atrium/shared-kernel/contracts/calls';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { customers, subscriptions } from '../../db/schema/billing.ts';
import { renew } from '../../local/payments/renew.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { emailsTo } from '../../testing/mailbox.ts';
import { localPages, sessionOf } from '../../testing/provider-pages.ts';
import { createStripeApp, type StripeApp } from '../../testing/stripe-app.ts';
import { sendDueNotices } from './notices.ts';

const start = Date.parse('2027-03-01T09:30:00Z');
const day = 86_400_000;
const strict = { error: (details: object) => expect(details).toBeUndefined() };

describe('emails about a plan of the local provider', () => {
  let now = start;
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp({ now: () => now });
  });
  afterAll(() => app.close());

  const run = () => sendDueNotices(app.services, strict);
  const subjectsOf = async ({ email }: { email: string }) => (await emailsTo(app, email)).map(({ subject }) => subject);
  /** A user who pays for a personal plan, or for a team with this many seats. */
  const buy = async (seats?: number) => {
    now = start;
    const user = await app.createUser();
    const client = app.as(user);
    const { body } = await (seats === undefined
      ? client.call(billing.createSubscription, {})
      : client.call(billing.createTeamSubscription, { name: 'Atlas', quantity: seats }));
    const sessionId = sessionOf(body.redirectUrl);
    await localPages(app.services).pay(sessionId);
    const check = () => client.call(billing.checkSubscriptionSession, { sessionId });
    const plan = async () => (await app.db.select().from(subscriptions).where(eq(subscriptions.userId, user.id)))[0]!;
    return { user, client, check, plan };
  };
  const setCard = async (customerId: string, card: string) =>
    app.db.update(customers).set({ card }).where(eq(customers.id, customerId));

  it('contain one receipt for each payment, however often it is checked', async () => {
    const { user, check, plan } = await buy();
    await Promise.all([check(), check(), check()]);
    await Promise.all([run(), run()]);
    const [email, ...more] = await emailsTo(app, user.email);
    expect(more).toEqual([]);
    expect(email).toMatchObject({ subject: 'Your Atrium receipt for $10.00' });
    expect(email!.plain).toMatch(
      /Amount: \$10\.00\nDate: March 1, 2027\nInvoice: ATR-\d+\n\nView invoice:\nhttp\S+\/local\/invoice\/\w+\n/,
    );
    now = (await plan()).currentEnd.getTime() + 1000;
    await renew(app.services.database, now);
    await run();
    await run();
    expect((await emailsTo(app, user.email)).map(({ plain }) => /Date: (.*)/.exec(plain)?.[1])).toEqual([
      'March 1, 2027',
      'April 1, 2027',
    ]);
  });

  it('are sent later if the service stopped in between, and not twice', async () => {
    const { user, check } = await buy();
    const send = vi.spyOn(app.services.mail, 'send').mockRejectedValueOnce(new Error('killed'));
    await check();
    expect([await subjectsOf(user), send.mock.calls.length]).toEqual([[], 1]);
    send.mockRestore();
    await run();
    await run();
    expect(await subjectsOf(user)).toEqual(['Your Atrium receipt for $10.00']);
  });

  it('do not cover payments from before such emails existed', async () => {
    const { user, check, plan } = await buy();
    const send = vi.spyOn(app.services.mail, 'send').mockRejectedValueOnce(new Error('killed'));
    await check();
    send.mockRestore();
    const { id, noticesDue } = await plan();
    expect(noticesDue).toBeGreaterThan(0);
    await app.db
      .update(subscriptions)
      .set({ noticesFrom: new Date(now + 1000) })
      .where(eq(subscriptions.id, id));
    await run();
    expect(await subjectsOf(user)).toEqual([]);
  });

  it('notify the payer and the admins of a team once that a renewal failed', async () => {
    const { user, client, check, plan } = await buy(3);
    await check();
    const { teamId, customerId, currentEnd } = await plan();
    const admin = await app.createUser({ firstName: 'Grace' });
    const member = await app.createUser();
    for (const one of [admin, member]) await app.as(one).call(teams.joinTeam, { teamId: teamId! });
    await client.call(teams.transferOwnership, { teamId: teamId!, memberId: admin.id, stay: false });
    await setCard(customerId, '0341');
    now = currentEnd.getTime() + 1000;
    await renew(app.services.database, now);
    await run();
    await run();
    const failed = 'Your payment to Atrium failed';
    expect((await subjectsOf(user)).filter((one) => one === failed)).toHaveLength(1);
    expect((await subjectsOf(admin)).filter((one) => one === failed)).toHaveLength(1);
    expect(await subjectsOf(member)).toEqual([]);
    const email = (await emailsTo(app, admin.email)).at(-1)!;
    expect(email.plain).toContain('Hello Grace, the payment to renew the plan of the team Atlas failed.');
    expect(email.plain).toContain('Amount due: $30.00\nKeep the plan by: April 2, 2027');
    expect(email.plain).toContain('in the team’s Plan and Invoices: choose Manage Billing');
    const payers = (await emailsTo(app, user.email)).find(({ subject }) => subject === failed)!;
    expect(payers.plain).toContain('Please ask an admin of the team to update the payment method.');
    expect(payers.plain).not.toContain('Manage Billing');
  });

  it('announce the end of a canceled plan once, a week before, and to nobody whose plan continues', async () => {
    const { user, check, plan } = await buy();
    await check();
    const { currentEnd, id } = await plan();
    const receipt = 'Your Atrium receipt for $10.00';
    now = currentEnd.getTime() - 3 * day;
    await run();
    expect(await subjectsOf(user)).toEqual([receipt]);
    await app.db.update(subscriptions).set({ cancelAtEnd: true }).where(eq(subscriptions.id, id));
    now = currentEnd.getTime() - 8 * day;
    await run();
    expect(await subjectsOf(user)).toEqual([receipt]);
    now = currentEnd.getTime() - 7 * day;
    await Promise.all([run(), run()]);
    await run();
    expect(await subjectsOf(user)).toEqual([receipt, 'Your Atrium plan ends soon']);
    expect((await emailsTo(app, user.email)).at(-1)!.plain).toContain('is paid until April 1, 2027 and won’t renew');
  });
});

describe('emails about a plan at Stripe', () => {
  let at: StripeApp;
  beforeAll(async () => {
    at = await createStripeApp(start);
  });
  afterAll(() => at.close());

  it('follow its events: one receipt for each payment, and one notice of a failed payment', async () => {
    const { user } = await at.buy();
    const subjects = async () => (await emailsTo(at.app, user.email)).map(({ subject }) => subject);
    const receipt = 'Your Atrium receipt for $10.00';
    await vi.waitFor(async () => expect(await subjects()).toEqual([receipt]));
    const { customer } = await at.idsOf(user.id);
    await at.stripe.act('card', { customer, pays: false });
    await at.setTime(start + 32 * day);
    await sendDueNotices(at.app.services, strict);
    expect(await subjects()).toEqual([receipt, 'Your payment to Atrium failed']);
    await at.setTime(start + 36 * day);
    await sendDueNotices(at.app.services, strict);
    expect((await subjects()).filter((one) => one.includes('failed'))).toHaveLength(1);
  });
});
