import { billing, session, teams } from '@atrium/shared-kernel/contracts/calls';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { paymentEvents, paymentSessions, subscriptions } from '../../db/schema/billing.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import type { TestClient } from '../../testing/client.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ env: { ATRIUM_COUNTRY_HEADER: 'cf-ipcountry' } });
});
afterAll(() => app.close());

const form = { 'content-type': 'application/x-www-form-urlencoded' };
const press = (client: TestClient, page: string, button: 'pay' | 'cancel', card = '4242 4242 4242 4242') =>
  client.request({
    method: 'POST',
    url: `${page}/${button}`,
    headers: form,
    payload: new URLSearchParams({ card, expires: '12 / 40', code: '123' }).toString(),
  });
const openCheckout = async (client: TestClient, input: Parameters<typeof client.call>[1] = {}) => {
  const { body } = await client.call(billing.createSubscription, input as object);
  return { page: body.redirectUrl, sessionId: body.redirectUrl.split('/').at(-1) ?? '' };
};

describe('a personal plan', () => {
  it('is active from the paid checkout on, with its end a month ahead', async () => {
    const client = app.as(await app.createUser());
    const { page, sessionId } = await openCheckout(client, { countryCode: 'US' });
    const { text } = await client.request({ url: page });
    expect(text).toMatch(/\$10\.00/);
    expect(text.replaceAll(/\s+/g, ' ')).toMatch(
      /renews on \w+ \d+, \d{4} for \$10\.00, and every month after that, until you cancel/,
    );
    expect((await client.call(billing.checkSubscriptionSession, { sessionId })).body).toEqual({ success: false });
    expect((await client.call(billing.getCustomer, {})).body).toEqual({});

    const paid = await press(client, page, 'pay');
    expect(paid.status).toBe(303);
    expect(paid.headers['location']).toBe(`/subscribed?session_id=${sessionId}`);
    expect((await client.call(billing.checkSubscriptionSession, { sessionId })).body).toEqual({ success: true });
    const { body: user } = await client.call(session.getUser, {});
    const days = (Date.parse(user.subscriptionEndDate ?? '') - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(27);
    expect(days).toBeLessThan(32);
    expect((await client.call(billing.getCustomer, {})).body.customer?.id).toMatch(/\w/);
  });

  it('is created once, however often the payment and the check are repeated', async () => {
    const user = await app.createUser();
    const client = app.as(user);
    const { page, sessionId } = await openCheckout(client);
    await Promise.all([press(client, page, 'pay'), press(client, page, 'pay')]);
    await Promise.all([1, 2, 3].map(() => client.call(billing.checkSubscriptionSession, { sessionId })));
    const made = await app.db.select().from(subscriptions).where(eq(subscriptions.userId, user.id));
    expect(made).toHaveLength(1);
    const events = await app.db
      .select()
      .from(paymentEvents)
      .where(eq(paymentEvents.eventId, `paid_${sessionId}`));
    expect(events).toHaveLength(1);
    expect((await client.request({ url: page })).text).toContain('Already paid');
  });

  it('is charged in rand in South Africa and in dollars elsewhere, by the year at the yearly price', async () => {
    const client = app.as(await app.createUser());
    const south = await openCheckout(client, { countryCode: 'ZA', interval: 'year' });
    expect((await client.request({ url: south.page })).text).toMatch(/R\s?1,728\.00/);
    const north = await openCheckout(client, { countryCode: 'DE', interval: 'year' });
    expect((await client.request({ url: north.page })).text).toContain('$96.00');
    const { body: user } = await client.call(session.getUser, {});
    expect(user).toMatchObject({ countryCode: 'DE', currencySymbol: '$' });
  });

  it('is priced for the country that the proxy reports, not for the one that the browser claims', async () => {
    const client = app.as(await app.createUser());
    const answer = await client.request({
      method: 'POST',
      url: '/api/stripe/createSubscription',
      payload: { countryCode: 'ZA' },
      headers: { 'cf-ipcountry': 'US' },
    });
    const { redirectUrl } = answer.body as { redirectUrl: string };
    expect((await client.request({ url: redirectUrl })).text).toContain('$10.00');
  });

  it('is refused to a user who has one', async () => {
    const client = app.as(await app.createUser({ premium: true }));
    const { status, body } = await client.call(billing.createSubscription, {});
    expect(status).toBe(409);
    expect(body.msg).toBe('You already have an active subscription.');
  });
});

describe('a checkout', () => {
  it('charges nothing to a declined card, and then accepts another one', async () => {
    const client = app.as(await app.createUser());
    const { page, sessionId } = await openCheckout(client);
    const declined = await press(client, page, 'pay', '4000 0000 0000 0002');
    // The Back button must lead to an address that can be loaded again.
    expect([declined.status, declined.headers['location']]).toEqual([303, `${page}?refused=declined`]);
    const { text } = await client.request({ url: `${page}?refused=declined` });
    expect(text).toContain('The card was declined.');
    // The field says so itself, and has the focus.
    expect(text).toMatch(/<input\s[^>]*aria-describedby="card-error card-hint"\s+autofocus/);
    // No card number is sent back, and the suggested one was not declined.
    expect(text).toMatch(/<input\s[^>]*name="card"\s+value=""/);
    expect((await client.request({ url: page })).text).toMatch(
      /<input\s[^>]*name="card"\s+value="4242 4242 4242 4242"/,
    );
    expect((await press(client, page, 'pay', 'no card')).headers['location']).toBe(`${page}?refused=number`);
    expect((await client.call(billing.checkSubscriptionSession, { sessionId })).body).toEqual({ success: false });
    expect((await press(client, page, 'pay')).status).toBe(303);
  });

  it('returns to the page that expires it when it is canceled, and accepts no payment afterwards', async () => {
    const client = app.as(await app.createUser());
    const { page, sessionId } = await openCheckout(client);
    const canceled = await press(client, page, 'cancel');
    expect(canceled.headers['location']).toBe(`/subscribed?canceled=true&expire_session_id=${sessionId}`);
    expect((await client.call(billing.expirePaymentSession, { sessionId })).status).toBe(200);
    expect((await press(client, page, 'pay')).status).toBe(410);
    expect((await client.call(billing.checkSubscriptionSession, { sessionId })).body).toEqual({ success: false });
  });

  it('stays paid if a request tries to expire it', async () => {
    const client = app.as(await app.createUser());
    const { page, sessionId } = await openCheckout(client);
    await press(client, page, 'pay');
    await client.call(billing.expirePaymentSession, { sessionId });
    expect((await client.call(billing.checkSubscriptionSession, { sessionId })).body).toEqual({ success: true });
  });

  it('belongs to its user only', async () => {
    const { page, sessionId } = await openCheckout(app.as(await app.createUser()));
    const other = app.as(await app.createUser());
    expect((await other.request({ url: page })).status).toBe(404);
    expect((await press(other, page, 'pay')).status).toBe(404);
    expect((await other.call(billing.checkSubscriptionSession, { sessionId })).status).toBe(404);
    expect((await other.call(billing.expirePaymentSession, { sessionId })).status).toBe(404);
    expect((await app.visitor.request({ url: page })).status).toBe(401);
  });

  it('expires after a day', async () => {
    const client = app.as(await app.createUser());
    const { page, sessionId } = await openCheckout(client);
    await app.db
      .update(paymentSessions)
      .set({ expires: new Date(0) })
      .where(eq(paymentSessions.id, sessionId));
    expect((await client.request({ url: page })).status).toBe(410);
    expect((await press(client, page, 'pay')).status).toBe(410);
  });

  it('accepts no payment from another site', async () => {
    const client = app.as(await app.createUser());
    const { page } = await openCheckout(client);
    const sent = await client.request({
      method: 'POST',
      url: `${page}/pay`,
      headers: { ...form, origin: 'https://evil.test' },
      payload: 'card=4242424242424242',
    });
    expect(sent.status).toBe(403);
  });
});

describe('seats', () => {
  const buy = async (client: TestClient, name: string, quantity: number) => {
    const { body } = await client.call(billing.createTeamSubscription, { name, quantity, countryCode: 'US' });
    return body.redirectUrl;
  };

  it('create the team with the buyer as its admin and first paid member, who becomes premium', async () => {
    const user = await app.createUser();
    const client = app.as(user);
    const page = await buy(client, 'Rocket <Lab>', 5);
    const { text } = await client.request({ url: page });
    expect(text).toContain('Rocket &lt;Lab&gt;');
    expect(text).toContain('$50.00');
    expect((await client.call(teams.listTeams, {})).body.teams).toEqual([]);

    await press(client, page, 'pay');
    const { body: list } = await client.call(teams.listTeams, {});
    expect(list.teams).toMatchObject([{ name: 'Rocket <Lab>', admin: true }]);
    const teamId = list.teams[0]?._id ?? '';
    const { body: team } = await client.call(teams.getTeam, { teamId });
    expect(team).toMatchObject({ stripeSubscriptionSeats: 5, admins: [user.id], nonPayingMembers: [] });
    expect(team.members.map(({ _id }) => _id)).toEqual([user.id]);
    const { body: profile } = await client.call(session.getUser, {});
    expect(profile.activeTeam).toBe(teamId);
    expect(Date.parse(profile.subscriptionEndDate ?? '')).toBeGreaterThan(Date.now());
  });

  it('are at least 2 and at most 100000', async () => {
    const client = app.as(await app.createUser());
    const status = async (quantity: number) =>
      (await client.call(billing.createTeamSubscription, { name: `Team of ${quantity}`, quantity })).status;
    expect(await Promise.all([1, 2, 2.5, 100_000, 100_001].map(status))).toEqual([400, 200, 400, 200, 400]);
  });
});
