import { billing, session } from '@atrium/shared-kernel/contracts/calls';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { newId } from '../../db/id.ts';
import { customers, paymentSessions, subscriptions } from '../../db/schema/billing.ts';
import { createTeam } from '../../testing/authorization/actors.ts';
import { type ProviderApp, providerApps } from '../../testing/provider-apps.ts';
import { sessionOf } from '../../testing/provider-pages.ts';

describe.each(['local', 'stripe'] as const)('the checkout of a payer with the %s provider', (name) => {
  let at: ProviderApp;
  beforeAll(async () => {
    at = await providerApps[name]();
  });
  afterAll(() => at.close());

  const open = async (user: { id: string }, interval: 'month' | 'year' = 'month') => {
    const { status, body } = await at.app.as(user).call(billing.createSubscription, { interval });
    return { status, msg: body.msg, id: sessionOf(body.redirectUrl ?? '') };
  };
  const makeTeam = async (user: { id: string }, teamName: string, quantity = 2) => {
    const { status, body } = await at.app.as(user).call(billing.createTeamSubscription, { name: teamName, quantity });
    return { status, body, id: sessionOf(body.redirectUrl ?? '') };
  };
  const openIds = async (userId: string) => {
    const rows = await at.app.db.select().from(paymentSessions).where(eq(paymentSessions.userId, userId));
    return rows.filter(({ status }) => status === 'open' || status === 'opening').map(({ id }) => id);
  };
  const check = (user: { id: string }, sessionId: string) =>
    at.app.as(user).call(billing.checkSubscriptionSession, { sessionId });
  const plansOf = (userId: string) => at.app.db.select().from(subscriptions).where(eq(subscriptions.userId, userId));

  it('is the same one, however many tabs request it at once', async () => {
    const user = await at.app.createUser();
    const answers = await Promise.all([1, 2, 3, 4, 5, 6].map(() => open(user)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    expect(await openIds(user.id)).toEqual([answers[0]!.id]);
  });

  it('is that of the latest order, even if several arrive at once', async () => {
    const user = await at.app.createUser();
    const first = await open(user, 'month');
    const second = await open(user, 'year');
    await at.pay(first.id);
    expect(await at.paidBy(user.id)).toEqual([]);
    const answers = await Promise.all(
      (['month', 'year', 'month', 'year'] as const).map((interval) => open(user, interval)),
    );
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
    const [left, ...others] = await openIds(user.id);
    expect(others).toEqual([]);
    for (const { id } of [second, ...answers.filter(({ status }) => status === 200)]) await at.pay(id);
    expect(await at.paidBy(user.id)).toHaveLength(1);
    expect((await check(user, left!)).body).toEqual({ success: true });
    expect(await plansOf(user.id)).toHaveLength(1);
  });

  it('that was paid unnoticed is settled by the next order, and nothing is sold twice', async () => {
    const user = await at.app.createUser();
    const { id } = await open(user);
    await at.pay(id);
    expect(await open(user, 'year')).toMatchObject({ status: 409, msg: 'You already have an active subscription.' });
    expect(await plansOf(user.id)).toMatchObject([{ status: 'active', interval: 'month' }]);
    expect((await at.app.as(user).call(session.getUser, {})).body.subscriptionEndDate).toBeDefined();
    expect(await openIds(user.id)).toEqual([]);
  });

  it('blocks nobody if opening it was interrupted', async () => {
    const user = await at.app.createUser();
    const order = { interval: 'month', quantity: 1, unitAmount: 1000, currency: 'usd' } as const;
    const row = { ...order, userId: user.id, provider: at.app.services.payments.provider, expires: new Date() };
    const createdDate = new Date(Date.now() - 10 * 60_000);
    await at.app.db.insert(paymentSessions).values({ ...row, id: newId(), status: 'opening', createdDate });
    const { id } = await open(user);
    expect(await openIds(user.id)).toEqual([id]);

    const other = await at.app.createUser();
    await at.app.db.insert(paymentSessions).values({ ...row, userId: other.id, id: newId(), status: 'opening' });
    const yearly = await open(other, 'year');
    expect(await openIds(other.id)).toEqual([yearly.id]);
  });

  it('blocks nobody if the provider refuses to open it', async () => {
    const user = await at.app.createUser();
    const away = vi.spyOn(at.app.services.payments, 'openCheckout').mockRejectedValueOnce(new Error('Away.'));
    expect((await open(user)).status).toBe(500);
    away.mockRestore();
    expect((await open(user)).status).toBe(200);
  });

  it('that was replaced while it was being opened is expired, and its replacement is returned', async () => {
    const user = await at.app.createUser();
    const { payments } = at.app.services;
    const openAtProvider = payments.openCheckout.bind(payments);
    const ended: string[] = [];
    const slow = vi.spyOn(payments, 'openCheckout').mockImplementationOnce(async (order) => {
      const made = await openAtProvider(order);
      ended.push(made.sessionId);
      // Another request considered it abandoned.
      await at.app.db.delete(paymentSessions).where(eq(paymentSessions.userId, user.id));
      return made;
    });
    const { id } = await open(user);
    slow.mockRestore();
    expect(ended).not.toContain(id);
    expect(await payments.readCheckout(ended[0]!)).toEqual({ status: 'expired' });
    expect(await openIds(user.id)).toEqual([id]);
  });

  it('is the same one for a team that renews, whichever admin requests it', async () => {
    const { teamId, admin, member } = await createTeam(at.app);
    const db = at.app.services.database.pool;
    await db.query('update team_members set admin = true where team_id = $1', [teamId]);
    await db.query("update subscriptions set status = 'canceled', current_end = now() where team_id = $1", [teamId]);
    const renew = async (user: { id: string }) => {
      const { status, body } = await at.app.as(user).call(billing.renewTeamSubscription, { teamId, quantity: 5 });
      return { status, id: sessionOf(body.redirectUrl ?? '') };
    };
    await Promise.all([admin, member, admin, member].map(renew));
    const rows = await at.app.db.select().from(paymentSessions).where(eq(paymentSessions.teamId, teamId));
    for (const { id } of rows) await at.pay(id);
    for (const { id, userId } of rows) await check({ id: userId }, id);
    const paid = await Promise.all([admin, member].map(({ id }) => at.paidBy(id)));
    expect(paid.flat()).toEqual([5000]);
    expect((await renew(member)).status).toBe(409);
  });

  it('is the same one for one new team, and a different one for a team of another name', async () => {
    const user = await at.app.createUser();
    const [first, again, other] = await Promise.all([
      makeTeam(user, 'Atlas'),
      makeTeam(user, ' Atlas'),
      makeTeam(user, 'Borealis'),
    ]);
    expect(again.status).toBe(200);
    expect(other.id).not.toBe(first.id);
    expect(await openIds(user.id)).toHaveLength(2);
    for (const id of await openIds(user.id)) {
      await at.pay(id);
      const team = { _id: expect.any(String) as string, name: expect.any(String) as string, renewed: false };
      expect((await check(user, id)).body).toEqual({ success: true, team });
    }
    expect(await at.paidBy(user.id)).toEqual([2000, 2000]);
    const refused = await makeTeam(user, 'ATLAS');
    expect(refused).toMatchObject({ status: 409, body: { msg: 'You already have a team with this name.' } });
    await at.app.services.database.pool.query("update teams set name = 'Zenith' where lower(name) = 'atlas'");
    expect((await makeTeam(user, 'Atlas')).status).toBe(200);
  });

  it('that the provider no longer knows is opened again, even for a customer it does not know', async () => {
    const user = await at.app.createUser();
    const provider = at.app.services.payments.provider;
    await at.app.db.insert(customers).values({ userId: user.id, provider, providerId: `cus_gone${user.id}` });
    const first = await open(user);
    expect(first.status).toBe(200);
    if (at.stripe) await at.stripe.act('remove', { session: first.id });
    else await at.app.db.delete(paymentSessions).where(eq(paymentSessions.id, first.id));
    const second = await open(user);
    expect(second.id).not.toBe(first.id);
    await at.pay(second.id);
    expect((await check(user, second.id)).body).toEqual({ success: true });
    const [customer] = await at.app.db.select().from(customers).where(eq(customers.userId, user.id));
    expect(customer!.providerId).not.toContain('gone');
  });
});
