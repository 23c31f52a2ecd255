import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { newId } from '../../db/id.ts';
import { users } from '../../db/schema/accounts.ts';
import { customers, paymentSessions, subscriptions } from '../../db/schema/billing.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { createTeam } from '../../testing/teams.ts';
import { type Buyer, expireCheckout, expireCheckouts, requireOwnCheckout, startCheckout } from './checkout.ts';

const now = Date.parse('2026-11-26T12:00:00Z');
const origin = 'http://atrium.test';
let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ now: () => now });
});
afterAll(() => app.close());

type Request = Parameters<typeof startCheckout>[1];
const buy = async (
  request: Partial<Request>,
  { country, knows }: { country?: string; knows?: string } = {},
  user?: { id: string; email: string },
) => {
  const { id, email } = user ?? (await app.createUser());
  const { payments } = app.services;
  const sessionId = newId();
  const page = { sessionId, redirectUrl: `/pay/${sessionId}`, expires: new Date(now) };
  const open = vi.spyOn(payments, 'openCheckout').mockResolvedValue(page);
  const viewer = { id, email, countryCode: knows ?? null } as unknown as Buyer['user'];
  const buyer = { services: app.services, user: viewer, country, origin };
  const answer = await startCheckout(buyer, { quantity: 1, ...request });
  expect(answer).toEqual({ redirectUrl: page.redirectUrl });
  const [{ key: _, ...order }] = open.mock.calls.at(-1)!;
  const [row] = await app.db.select().from(users).where(eq(users.id, id));
  const { countryCode, region, postal, currencySymbol } = row!;
  return { order, place: { countryCode, region, postal, currencySymbol }, id, email };
};

describe('a checkout', () => {
  it('for a personal plan is monthly and in dollars by default', async () => {
    const { order, id, email, place } = await buy({});
    expect(order).toEqual({
      userId: id,
      email,
      interval: 'month',
      quantity: 1,
      origin,
      unitAmount: 1000,
      currency: 'usd',
    });
    expect(place).toEqual({ countryCode: null, region: null, postal: null, currencySymbol: '$' });
  });

  it('by the year has the yearly price', async () => {
    expect((await buy({ interval: 'year' })).order).toMatchObject({ interval: 'year', unitAmount: 9600 });
    expect((await buy({ interval: 'year', countryCode: 'ZA' })).order).toMatchObject({ unitAmount: 172_800 });
  });

  it.each<[string, Partial<Request>, { country?: string; knows?: string }, string]>([
    ['the proxy says', { countryCode: 'DE' }, { country: 'ZA', knows: 'DE' }, 'ZA'],
    ['the browser says', { countryCode: 'za' }, { knows: 'DE' }, 'ZA'],
    ['was known', { countryCode: '' }, { knows: 'ZA' }, 'ZA'],
    ['the proxy says', { countryCode: 'ZA' }, { country: 'DE', knows: 'ZA' }, 'DE'],
  ])('is in the currency of the country that %s', async (_, request, known, country) => {
    const { order, place } = await buy(request, known);
    const [currency, symbol] = country === 'ZA' ? ['zar', 'R'] : ['usd', '$'];
    expect(order).toMatchObject({ currency, unitAmount: country === 'ZA' ? 18_000 : 1000 });
    expect(place).toMatchObject({ countryCode: country, currencySymbol: symbol });
  });

  it('stores the payer’s location as far as they give it, and changes no other user', async () => {
    const other = await app.createUser();
    const { place, ...user } = await buy({ countryCode: 'DE', region: 'Bavaria', postal: '80331' });
    expect(place).toEqual({ countryCode: 'DE', region: 'Bavaria', postal: '80331', currencySymbol: '$' });
    expect((await buy({ region: '', postal: '80333', interval: 'year' }, {}, user)).place).toMatchObject({
      region: 'Bavaria',
      postal: '80333',
    });
    expect(await app.db.select().from(users).where(eq(users.id, other.id))).toMatchObject([{ countryCode: null }]);
  });

  it('uses the customer that the provider knows: the user’s or the team’s, and none for a new team', async () => {
    const { teamId, admin } = await createTeam(app);
    await app.db.delete(subscriptions).where(eq(subscriptions.teamId, teamId));
    await app.db.delete(customers).where(eq(customers.userId, admin.id));
    const known = (teamOrNull: string | null, provider = 'local') =>
      app.db
        .insert(customers)
        .values({ userId: admin.id, teamId: teamOrNull, provider, providerId: `${provider} ${teamOrNull ?? 'own'}` });
    await known(null, 'stripe');
    await known(teamId, 'stripe');
    expect((await buy({}, {}, admin)).order).not.toHaveProperty('customerId');
    await known(null);
    await known(teamId);
    expect((await buy({ interval: 'year' }, {}, admin)).order).toMatchObject({ customerId: 'local own' });
    const again = (await buy({ teamId, quantity: 3 }, {}, admin)).order;
    expect(again).toMatchObject({ customerId: `local ${teamId}`, teamId, teamName: 'Atlas', quantity: 3 });
    const made = (await buy({ teamName: 'Boreas', quantity: 2 }, {}, admin)).order;
    expect(made).toMatchObject({ teamName: 'Boreas', quantity: 2 });
    expect(made).not.toHaveProperty('customerId');
    expect(made).not.toHaveProperty('teamId');
  });
});

describe('a canceled checkout', () => {
  type Session = typeof paymentSessions.$inferInsert;
  const opened = async (more: Partial<Session> = {}) => {
    const { id: userId } = await app.createUser();
    const order = { interval: 'month', quantity: 1, unitAmount: 1000, currency: 'usd', provider: 'local' } as const;
    const row = { ...order, id: newId(), userId, status: 'open' as const, expires: new Date(now + 1000), ...more };
    await app.db.insert(paymentSessions).values(row);
    return row;
  };
  const statusOf = async ({ id }: { id: string }) =>
    (await app.db.select().from(paymentSessions).where(eq(paymentSessions.id, id)))[0]?.status;

  it('expires at its provider and here, for its own user only', async () => {
    const [own, other] = [await opened(), await opened()];
    const payer = { services: app.services, user: { id: own.userId } };
    const expire = vi.spyOn(app.services.payments, 'expireCheckout');
    for (const id of [other.id, newId()]) {
      await expect(requireOwnCheckout(payer, id)).rejects.toMatchObject({ code: 'unknown-payment' });
      await expect(expireCheckout(payer, id)).rejects.toMatchObject({ code: 'unknown-payment' });
    }
    expect(expire).not.toHaveBeenCalled();
    await expireCheckout(payer, own.id);
    expect(expire.mock.calls).toEqual([[own.id]]);
    expect([await statusOf(own), await statusOf(other)]).toEqual(['expired', 'open']);
  });

  it('expires with all others of its user, and one that is being opened is removed', async () => {
    const { userId, ...open } = await opened();
    const mine = { userId };
    const opening = await opened({ ...mine, status: 'opening', teamName: 'Atlas' });
    const elsewhere = await opened({ ...mine, provider: 'stripe' });
    const openingElsewhere = await opened({ ...mine, provider: 'stripe', status: 'opening', teamName: 'Atlas' });
    const over = await opened({ ...mine, status: 'expired' });
    const others = [await opened(), await opened({ status: 'opening' })];
    const expire = vi.spyOn(app.services.payments, 'expireCheckout');
    await expireCheckouts(app.services, eq(paymentSessions.userId, userId));
    expect(expire.mock.calls).toEqual([[open.id]]);
    const all = [open, opening, elsewhere, openingElsewhere, over, ...others];
    const statuses = await Promise.all(all.map(statusOf));
    expect(statuses).toEqual(['expired', undefined, 'open', 'opening', 'expired', 'open', 'opening']);
  });
});
