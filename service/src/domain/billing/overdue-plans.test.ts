import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { subscriptions } from '../../db/schema/billing.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { createTeam } from '../../testing/teams.ts';
import { givePlan } from '../../testing/users.ts';
import { endSuperseded, refreshOverdue } from './overdue-plans.ts';

const now = Date.parse('2026-11-26T12:00:00Z');
let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ now: () => now });
});
beforeEach(async () => {
  await app.db.delete(subscriptions);
});
afterAll(() => app.close());

type Plan = typeof subscriptions.$inferSelect;
const plan = async (userId: string, more: Partial<Plan> = {}) => {
  await givePlan(app.db, userId, new Date(now), more.teamId ?? undefined);
  const rows = await app.db.select().from(subscriptions).where(eq(subscriptions.userId, userId));
  const { id } = rows.find(({ asked }) => asked === 0)!;
  const where = eq(subscriptions.id, id);
  // Marked, so that the next one is told from it.
  const [row] = await app.db
    .update(subscriptions)
    .set({ asked: 1, told: 1, ...more })
    .where(where)
    .returning();
  return row!;
};
const readAgain = async ({ id }: Plan) =>
  (await app.db.select().from(subscriptions).where(eq(subscriptions.id, id)))[0]!;

describe('plans that should have been renewed', () => {
  it('are read again from their end on, for this payer and provider only', async () => {
    const { id: userId } = await app.createUser();
    const { teamId } = await createTeam(app);
    const overdue = await plan(userId);
    const unpaid = await plan(userId, { status: 'past_due' });
    await plan(userId, { currentEnd: new Date(now + 1) });
    await plan(userId, { status: 'canceled' });
    await plan(userId, { provider: 'stripe' });
    await plan(userId, { teamId });
    await plan((await app.createUser()).id);
    const { payments } = app.services;
    const read = vi.spyOn(payments, 'readSubscription');
    await refreshOverdue(app.services, { userId });
    const asked = new Set(read.mock.calls.map(([id]) => id));
    expect(asked).toEqual(new Set([overdue.providerId, unpaid.providerId]));
    // Both are known there, so they are written down as they are.
    for (const one of [overdue, unpaid])
      expect(await readAgain(one)).toMatchObject({ status: one.status, asked: 2, told: 2 });
  });

  it('end if the provider does not know them, and no other plan does', async () => {
    const { id: userId } = await app.createUser();
    const [gone, stays] = [await plan(userId), await plan(userId)];
    const elsewhere = await plan(userId, { provider: 'stripe', providerId: gone.providerId });
    const { payments } = app.services;
    const real = payments.readSubscription.bind(payments);
    vi.spyOn(payments, 'readSubscription').mockImplementation(async (id) =>
      id === gone.providerId ? undefined : real(id),
    );
    await refreshOverdue(app.services, { userId });
    const statuses = await Promise.all([gone, stays, elsewhere].map(async (one) => (await readAgain(one)).status));
    expect(statuses).toEqual(['canceled', 'active', 'active']);
  });
});

describe('a plan whose renewal was not paid', () => {
  const [early, late] = [new Date(now - 2000), new Date(now - 1000)];
  const unpaid = (userId: string, more: Partial<Plan> = {}) =>
    plan(userId, { status: 'past_due', createdDate: early, ...more });
  const paid = (userId: string, more: Partial<Plan> = {}) => plan(userId, { createdDate: late, ...more });
  /** A team without a plan. */
  const team = async () => {
    const { teamId } = await createTeam(app);
    await app.db.delete(subscriptions).where(eq(subscriptions.teamId, teamId));
    return teamId;
  };
  const endings = () => vi.spyOn(app.services.payments, 'cancel');

  it('ends if a later plan of the same user or team has replaced it', async () => {
    const { id: userId } = await app.createUser();
    const [teamId, other] = [await team(), await team()];
    const { id: heir } = await app.createUser();
    const [own, teams] = [await unpaid(userId), await unpaid(userId, { teamId })];
    await unpaid(userId, { teamId: other });
    await paid(userId);
    await paid(heir, { teamId });
    const ended = endings();
    await endSuperseded(app.services);
    expect(ended.mock.calls.map(([id]) => id).toSorted()).toEqual([own.providerId, teams.providerId].toSorted());
    for (const one of [own, teams]) expect(await readAgain(one)).toMatchObject({ status: 'canceled', told: 2 });
  });

  it.each<[string, Partial<Plan>, Partial<Plan>]>([
    ['the later one is not paid either', {}, { status: 'past_due' }],
    ['the other one is no later', {}, { createdDate: early }],
    ['the other one was before', {}, { createdDate: new Date(now - 3000) }],
    ['another provider charges it', { provider: 'stripe' }, {}],
    ['it is paid after all', { status: 'active' }, {}],
  ])('continues if %s', async (_, before, after) => {
    const { id: userId } = await app.createUser();
    await unpaid(userId, before);
    await paid(userId, after);
    const ended = endings();
    await endSuperseded(app.services);
    expect(ended).not.toHaveBeenCalled();
  });

  it('continues beside a plan of another user, or of a team of the same user', async () => {
    const { id: userId } = await app.createUser();
    const teamId = await team();
    await unpaid(userId);
    await paid(userId, { teamId });
    await paid((await app.createUser()).id);
    const ended = endings();
    await endSuperseded(app.services);
    expect(ended).not.toHaveBeenCalled();
  });

  it('ends for one payer only, if one is given', async () => {
    const [{ id: one }, { id: other }] = [await app.createUser(), await app.createUser()];
    const own = await unpaid(one);
    const others = await unpaid(other);
    for (const userId of [one, other]) await paid(userId);
    const ended = endings();
    await endSuperseded(app.services, { userId: one });
    expect(ended.mock.calls).toEqual([[own.providerId]]);
    await endSuperseded(app.services);
    expect(ended.mock.calls).toEqual([[own.providerId], [others.providerId]]);
  });
});
