import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { newId } from '../../db/id.ts';
import { customers, seatChanges, subscriptions } from '../../db/schema/billing.ts';
import { teamLog, teams } from '../../db/schema/teams.ts';
import type { SubscriptionState } from '../../ports/payments.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { createTeam } from '../../testing/teams.ts';
import { findPlan, type Payer } from './subscriptions.ts';
import { syncSubscription } from './sync.ts';

const now = Date.parse('2026-11-26T12:00:00Z');
let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ now: () => now });
});
afterAll(() => app.close());

const state: SubscriptionState = {
  customerId: 'customer',
  testAccount: true,
  status: 'past_due',
  cancelAtEnd: true,
  quantity: 7,
  price: { interval: 'year', unitAmount: 9600 },
  next: { interval: 'month', unitAmount: 1000 },
  start: new Date(now - 5000),
  end: new Date(now + 5000),
};
/** The service with a provider that says so, and keeps the truth itself. */
const withProvider = (said: SubscriptionState | undefined) => {
  const { ownLedger: _, ...payments } = app.services.payments;
  const readSubscription = vi.fn(async (_id: string) => said);
  const forget = vi.fn((_userId: string) => undefined);
  const services = { ...app.services, sessions: { forget }, payments: { ...payments, readSubscription } };
  const forgotten = () => forget.mock.calls.map(([id]) => id).toSorted();
  return { services, readSubscription, forgotten };
};
const planOf = async (payer: Payer) => (await findPlan(app.db, 'local', payer))!;
const premium = async () => {
  const { id: userId } = await app.createUser({ premium: true });
  return { userId, plan: await planOf({ userId }) };
};
const testAccount = async ({ customerId }: { customerId: string }) =>
  (await app.db.select().from(customers).where(eq(customers.id, customerId)))[0]?.testAccount;
const waits = async (teamId: string, subscriptionId: string, actorId?: string) => {
  const change = { teamId, subscriptionId, provider: 'local', key: newId(), quantity: 9, at: new Date(now) };
  await app.db.insert(seatChanges).values({ ...change, actorId: actorId ?? null, askedUntil: new Date(now) });
};

describe('a plan that was read from the provider', () => {
  it('is stored, and the cached sessions of its payer are dropped', async () => {
    const [{ userId, plan }, other] = [await premium(), await premium()];
    const { services, readSubscription, forgotten } = withProvider(state);
    expect(await syncSubscription(services, plan.providerId)).toBe(true);
    expect(readSubscription.mock.calls).toEqual([[plan.providerId]]);
    expect(await planOf({ userId })).toEqual({
      ...plan,
      status: 'past_due',
      cancelAtEnd: true,
      quantity: 7,
      interval: 'year',
      unitAmount: 9600,
      nextInterval: 'month',
      nextUnitAmount: 1000,
      currentStart: state.start,
      currentEnd: state.end,
      asked: 1,
      told: 1,
      noticesDue: 1,
      syncedDate: new Date(now),
      testAccount: true,
    });
    expect(forgotten()).toEqual([userId]);
    expect(await planOf({ userId: other.userId })).toEqual(other.plan);
    expect(await testAccount(other.plan)).toBe(false);
    const { next: _, ...stays } = state;
    await syncSubscription(withProvider(stays).services, plan.providerId);
    expect(await planOf({ userId })).toMatchObject({
      nextInterval: null,
      nextUnitAmount: null,
      noticesDue: 2,
      told: 2,
    });
  });

  it('of a team sets its seats, and the cached sessions of all members are dropped', async () => {
    const { teamId, admin, member } = await createTeam(app, { seats: 5 });
    const second = await member();
    const { providerId } = await planOf({ teamId });
    const { services, forgotten } = withProvider(state);
    await syncSubscription(services, providerId);
    const seats = async () => (await app.db.select().from(teams).where(eq(teams.id, teamId)))[0]?.seats;
    expect(await seats()).toBe(7);
    expect(forgotten()).toEqual([admin.id, second.id].toSorted());
    await syncSubscription(withProvider({ ...state, status: 'canceled', quantity: 9 }).services, providerId);
    expect([await seats(), (await planOf({ teamId })).status]).toEqual([7, 'canceled']);
  });

  it('is stored as ended only once nothing of it can be paid any more', async () => {
    const { userId, plan } = await premium();
    const { services } = withProvider({ ...state, status: 'canceled' });
    const voidUnpaid = vi.fn(async (_id: string) => undefined).mockRejectedValueOnce(new Error('away'));
    const sync = () =>
      syncSubscription({ ...services, payments: { ...services.payments, voidUnpaid } }, plan.providerId);
    await expect(sync()).rejects.toThrow('away');
    expect(await planOf({ userId })).toMatchObject({ status: 'active' });
    await sync();
    expect(await planOf({ userId })).toMatchObject({ status: 'canceled' });
    expect(voidUnpaid.mock.calls).toEqual([[plan.providerId], [plan.providerId]]);
  });

  it('ends a seat change whose number is reached, in the name of the admin who requested it', async () => {
    const { teamId, admin } = await createTeam(app, { seats: 5 });
    const { providerId } = await planOf({ teamId });
    await waits(teamId, providerId, admin.id);
    await syncSubscription(withProvider({ ...state, quantity: 9 }).services, providerId);
    expect(await app.db.select().from(seatChanges).where(eq(seatChanges.teamId, teamId))).toEqual([]);
    expect(await app.db.select().from(teamLog).where(eq(teamLog.teamId, teamId))).toMatchObject([
      { action: 'seats', actorId: admin.id },
    ]);
  });

  it('locks the team before the plan, as a seat change does', async () => {
    const { teamId } = await createTeam(app);
    const { id, providerId } = await planOf({ teamId });
    const { pool } = app.services.database;
    const blocked = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    const other = await pool.connect();
    try {
      await other.query('begin');
      await other.query('select 1 from teams where id = $1 for update', [teamId]);
      const syncing = syncSubscription(withProvider(state).services, providerId);
      await vi.waitFor(async () => expect((await pool.query(blocked)).rowCount).toBe(1));
      const free = await other.query('select 1 from subscriptions where id = $1 for update nowait', [id]);
      expect(free.rowCount).toBe(1);
      await other.query('rollback');
      expect(await syncing).toBe(true);
    } finally {
      await other.query('rollback');
      other.release();
    }
  });

  it('is already stored if the ledger is our own', async () => {
    const { userId, plan } = await premium();
    const { services } = withProvider(state);
    const own = { ...services, payments: { ...services.payments, ownLedger: true as const } };
    expect(await syncSubscription(own, plan.providerId)).toBe(true);
    const synced = { asked: 1, told: 1, noticesDue: 1, syncedDate: new Date(now) };
    expect(await planOf({ userId })).toEqual({ ...plan, ...synced });
  });

  it('is not requested if it is unknown here or belongs to another provider', async () => {
    const { userId, plan } = await premium();
    await app.db.update(subscriptions).set({ provider: 'stripe' }).where(eq(subscriptions.userId, userId));
    const { services, readSubscription } = withProvider(state);
    expect(await syncSubscription(services, plan.providerId)).toBe(false);
    expect(await syncSubscription(services, newId())).toBe(false);
    expect(readSubscription).not.toHaveBeenCalled();
  });

  it('that the provider does not know ends its seat change, and nothing else', async () => {
    const [gone, other] = [await createTeam(app), await createTeam(app)];
    const [plan, others] = [await planOf({ teamId: gone.teamId }), await planOf({ teamId: other.teamId })];
    await waits(gone.teamId, plan.providerId);
    await waits(other.teamId, others.providerId);
    expect(await syncSubscription(withProvider(undefined).services, plan.providerId)).toBe(true);
    expect(await app.db.select().from(seatChanges)).toMatchObject([{ teamId: other.teamId }]);
    expect(await planOf({ teamId: gone.teamId })).toEqual({ ...plan, asked: 1 });
  });

  it('is read again if a later response arrived first, at most five times, and never overwrites that one', async () => {
    const { userId, plan } = await premium();
    const { services, readSubscription, forgotten } = withProvider(state);
    readSubscription.mockImplementation(async () => {
      await app.db.update(subscriptions).set({ asked: 100, told: 100 }).where(eq(subscriptions.id, plan.id));
      return state;
    });
    // Each asking is overtaken: the first with its number, the others by one that came after it.
    await app.db.update(subscriptions).set({ asked: 99, told: 99 }).where(eq(subscriptions.id, plan.id));
    expect(await syncSubscription(services, plan.providerId)).toBe(true);
    expect(readSubscription).toHaveBeenCalledTimes(2);
    readSubscription.mockClear();
    readSubscription.mockImplementation(async () => {
      await app.db.update(subscriptions).set({ told: 1000 }).where(eq(subscriptions.id, plan.id));
      return { ...state, quantity: 99 };
    });
    expect(await syncSubscription(services, plan.providerId)).toBe(true);
    expect(readSubscription).toHaveBeenCalledTimes(5);
    expect(forgotten()).toEqual([userId]);
    expect((await planOf({ userId })).quantity).toBe(7);
  });
});
