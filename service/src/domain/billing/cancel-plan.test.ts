import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { newId } from '../../db/id.ts';
import { subscriptions } from '../../db/schema/billing.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { createTeam } from '../../testing/teams.ts';
import { givePlan } from '../../testing/users.ts';
import { cancelPlan } from './cancel-plan.ts';
import { plansRevision } from './plan-view.ts';
import { findPlans, type Payer } from './subscriptions.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const planOf = async (payer: Payer) => (await findPlans(app.db, payer))[0]!;
const revisionOf = async (payer: Payer) => plansRevision(await findPlans(app.db, payer));
const cancel = (user: { id: string }, planId: string, basedOn?: readonly string[]) =>
  cancelPlan(app.services, user.id, { planId, basedOn });

describe('a plan', () => {
  it('is canceled by its payer, and its state is read afterwards', async () => {
    const user = await app.createUser({ premium: true });
    const plan = await planOf({ userId: user.id });
    const read = vi.spyOn(app.services.payments, 'readSubscription');
    await cancel(user, plan.id);
    expect(read.mock.calls).toEqual([[plan.providerId]]);
    expect(await planOf({ userId: user.id })).toMatchObject({ status: 'active', cancelAtEnd: true });
  });

  it('of a team is canceled by its admins only, not by a payer or a member', async () => {
    const { teamId, admin, member } = await createTeam(app);
    const other = await createTeam(app);
    const [second, payer] = [await member({ admin: true }), await member()];
    await app.db.update(subscriptions).set({ userId: payer.id }).where(eq(subscriptions.teamId, teamId));
    const plan = await planOf({ teamId });
    const end = vi.spyOn(app.services.payments, 'cancelAtEnd');
    for (const nobody of [payer, other.admin, await app.createUser({ premium: true })])
      await expect(cancel(nobody, plan.id)).rejects.toMatchObject({ code: 'unknown-plan' });
    expect(end).not.toHaveBeenCalled();
    for (const one of [admin, second]) await cancel(one, plan.id);
    expect(end.mock.calls).toEqual([[plan.providerId], [plan.providerId]]);
  });

  it('of another user, of another provider, or that never existed is unknown', async () => {
    const [user, other] = [await app.createUser({ premium: true }), await app.createUser({ premium: true })];
    const elsewhere = await app.createUser({ premium: true });
    await app.db.update(subscriptions).set({ provider: 'stripe' }).where(eq(subscriptions.userId, elsewhere.id));
    const end = vi.spyOn(app.services.payments, 'cancelAtEnd');
    const unknown = { code: 'unknown-plan' };
    const plan = async ({ id: userId }: { id: string }) => (await planOf({ userId })).id;
    await expect(cancel(user, await plan(other))).rejects.toMatchObject(unknown);
    await expect(cancel(elsewhere, await plan(elsewhere))).rejects.toMatchObject(unknown);
    await expect(cancel(user, newId())).rejects.toMatchObject(unknown);
    expect(end).not.toHaveBeenCalled();
  });

  it('is canceled only while the plans of its payer, a team or a user, are as they were shown', async () => {
    const { teamId, admin } = await createTeam(app);
    await givePlan(app.db, admin.id, new Date(Date.now() + 86_400_000));
    const [own, teams] = [{ userId: admin.id }, { teamId }];
    const [ownPlan, teamsPlan] = [await planOf(own), await planOf(teams)];
    const [ownRevision, teamsRevision] = [await revisionOf(own), await revisionOf(teams)];
    const stale = { code: 'stale' };
    await expect(cancel(admin, ownPlan.id, [teamsRevision])).rejects.toMatchObject(stale);
    await expect(cancel(admin, teamsPlan.id, [ownRevision])).rejects.toMatchObject(stale);
    expect([await planOf(own), await planOf(teams)].map(({ cancelAtEnd }) => cancelAtEnd)).toEqual([false, false]);
    await cancel(admin, ownPlan.id, [ownRevision]);
    await cancel(admin, teamsPlan.id, [teamsRevision]);
    expect([await planOf(own), await planOf(teams)].map(({ cancelAtEnd }) => cancelAtEnd)).toEqual([true, true]);
  });
});
