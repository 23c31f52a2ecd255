import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { newId } from '../../db/id.ts';
import { paymentSessions, subscriptions } from '../../db/schema/billing.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { createTeam } from '../../testing/teams.ts';
import { openCheckout } from './open-checkout.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const orders = async () => {
  const { id: userId, email } = await app.createUser();
  const origin = 'http://atrium.test';
  const monthly = { userId, email, interval: 'month', quantity: 1, unitAmount: 2000, currency: 'usd', origin } as const;
  const states = async () => {
    const rows = await app.db.select().from(paymentSessions).where(eq(paymentSessions.userId, userId));
    return rows.map(({ interval, status, url }) => ({ interval, status, url }));
  };
  return { monthly, yearly: { ...monthly, interval: 'year' } as const, states };
};
const page = () => {
  const sessionId = newId();
  return { sessionId, redirectUrl: `/pay/${sessionId}`, expires: new Date(Date.now() + 60_000) };
};
/** The provider opens the first page when it is told to, and all later ones at once. */
const slowProvider = () => {
  const first = page();
  const answered = Promise.withResolvers<typeof first>();
  const asked = vi.spyOn(app.services.payments, 'openCheckout').mockImplementation(() => Promise.resolve(page()));
  asked.mockReturnValueOnce(answered.promise);
  return { asked, first, answer: () => answered.resolve(first) };
};
const open = (order: Parameters<typeof openCheckout>[1]) => openCheckout(app.services, order);

describe('the checkout of a payer', () => {
  it('is opened once for two requests of the same order, one of which waits', async () => {
    const { monthly, states } = await orders();
    const { asked, first, answer } = slowProvider();
    const both = [open(monthly)];
    await vi.waitFor(() => expect(asked).toHaveBeenCalledOnce());
    const waits = vi.spyOn(app.services.database.db, 'select');
    both.push(open(monthly));
    // The second one has looked twice whether the page is open.
    await vi.waitFor(() => expect(waits.mock.calls.length).toBeGreaterThan(1));
    answer();
    expect(await Promise.all(both)).toEqual([first.redirectUrl, first.redirectUrl]);
    expect(asked).toHaveBeenCalledOnce();
    expect(await states()).toEqual([{ interval: 'month', status: 'open', url: first.redirectUrl }]);
  });

  it('is that of the later order where two are opened at once, and the earlier one says so', async () => {
    const { monthly, yearly, states } = await orders();
    const { asked, first, answer } = slowProvider();
    const expire = vi.spyOn(app.services.payments, 'expireCheckout').mockResolvedValue();
    const earlier = open(monthly).catch((error: unknown) => error);
    await vi.waitFor(() => expect(asked).toHaveBeenCalledOnce());
    const url = await open(yearly);
    answer();
    expect(await earlier).toMatchObject({ code: 'checkout-replaced' });
    expect(expire.mock.calls).toEqual([[first.sessionId]]);
    expect(await states()).toEqual([{ interval: 'year', status: 'open', url }]);
  });

  it('is not opened for fewer seats than a team has filled since it was asked for', async () => {
    const { monthly, states } = await orders();
    const { teamId, member } = await createTeam(app);
    await app.db.delete(subscriptions).where(eq(subscriptions.teamId, teamId));
    const asked = vi.spyOn(app.services.payments, 'openCheckout').mockImplementation(() => Promise.resolve(page()));
    await member();
    await expect(open({ ...monthly, teamId })).rejects.toMatchObject({ code: 'seats-taken' });
    expect(asked).not.toHaveBeenCalled();
    expect(await states()).toEqual([]);
    await open({ ...monthly, teamId, quantity: 2 });
    expect(asked).toHaveBeenCalledOnce();
  });

  it('stays where the provider does not close its page for another order', async () => {
    const { monthly, yearly, states } = await orders();
    vi.spyOn(app.services.payments, 'openCheckout').mockImplementation(() => Promise.resolve(page()));
    const url = await open(monthly);
    vi.spyOn(app.services.payments, 'expireCheckout').mockResolvedValue();
    vi.spyOn(app.services.payments, 'readCheckout').mockResolvedValue({ status: 'open' });
    await expect(open(yearly)).rejects.toMatchObject({ code: 'checkout-opening' });
    expect(await open(monthly)).toBe(url);
    expect(await states()).toEqual([{ interval: 'month', status: 'open', url }]);
  });
});
