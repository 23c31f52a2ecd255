import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { newId } from '../../db/id.ts';
import { customers, paymentSessions, subscriptions } from '../../db/schema/billing.ts';
import { teamMembers } from '../../db/schema/teams.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { createTeam } from '../../testing/teams.ts';
import { givePlan } from '../../testing/users.ts';
import { endPayments, handOverPlans } from './end-payments.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

/** The calls of the provider. */
const providerCalls = () => ({
  handOver: vi.spyOn(app.services.payments, 'handOver').mockResolvedValue(),
  cancel: vi.spyOn(app.services.payments, 'cancel').mockResolvedValue(),
});
const planOf = async (userId: string, teamId: string | null) =>
  (await app.db.select().from(subscriptions).where(eq(subscriptions.userId, userId))).find(
    (plan) => plan.teamId === teamId,
  )!;
const setPlan = (teamId: string, set: Partial<typeof subscriptions.$inferInsert>) =>
  app.db.update(subscriptions).set(set).where(eq(subscriptions.teamId, teamId));
/** Makes the customer of a team's plan the team's own, as a checkout does. */
const setCustomer = (teamId: string, payerId: string, userId = payerId) =>
  app.db.update(customers).set({ teamId, userId }).where(eq(customers.userId, payerId));
const joined = (userId: string, day: string) =>
  app.db
    .update(teamMembers)
    .set({ createdDate: new Date(day) })
    .where(eq(teamMembers.userId, userId));

describe('the plan of a team whose payer leaves', () => {
  it('passes to another admin rather than to a longer-standing member', async () => {
    const { teamId, admin, member } = await createTeam(app);
    const [oldest, second] = [await member(), await member({ admin: true })];
    await joined(oldest.id, '2025-01-01');
    const { handOver } = providerCalls();
    await handOverPlans(app.services, admin.id, teamId);
    expect(handOver.mock.calls).toEqual([[(await planOf(admin.id, teamId)).providerId, second.email]]);
  });

  it('passes to the longest-standing member if there is no other admin', async () => {
    const { teamId, admin, member } = await createTeam(app);
    const [newer, oldest] = [await member(), await member()];
    await joined(newer.id, '2026-02-01');
    await joined(oldest.id, '2026-01-01');
    const { handOver, cancel } = providerCalls();
    await handOverPlans(app.services, admin.id, teamId);
    expect(handOver.mock.calls).toEqual([[expect.any(String), oldest.email]]);
    expect(cancel).not.toHaveBeenCalled();
  });

  it('is handed over though it has ended, because another admin may renew it as the same customer', async () => {
    const { teamId, admin, member } = await createTeam(app);
    const heir = await member({ admin: true });
    await setPlan(teamId, { status: 'canceled' });
    await setCustomer(teamId, admin.id);
    const { handOver } = providerCalls();
    const { providerId } = await planOf(admin.id, teamId);
    expect(await handOverPlans(app.services, admin.id, teamId)).toEqual([]);
    await endPayments(app.services, admin.id);
    expect(handOver.mock.calls).toEqual([
      [providerId, heir.email],
      [providerId, heir.email],
    ]);
  });

  it('stays with the card of an admin who has renewed it since it ended', async () => {
    const { teamId, admin, member } = await createTeam(app);
    const renewer = await member({ admin: true });
    await setPlan(teamId, { status: 'canceled' });
    await setCustomer(teamId, admin.id, renewer.id);
    const { handOver } = providerCalls();
    await handOverPlans(app.services, admin.id, teamId);
    await endPayments(app.services, admin.id);
    expect(handOver).not.toHaveBeenCalled();
  });

  it('stays if there is no other member, and if another user or provider is charged for it', async () => {
    const { handOver, cancel } = providerCalls();
    const alone = await createTeam(app);
    await handOverPlans(app.services, alone.admin.id, alone.teamId);
    const former = await createTeam(app);
    await former.member();
    await setPlan(former.teamId, { provider: 'stripe' });
    await handOverPlans(app.services, former.admin.id, former.teamId);
    const paid = await createTeam(app);
    await paid.member();
    const other = await createTeam(app);
    await handOverPlans(app.services, other.admin.id, paid.teamId);
    await handOverPlans(app.services, paid.admin.id, other.teamId);
    expect(handOver).not.toHaveBeenCalled();
    expect(cancel).not.toHaveBeenCalled();
  });
});

describe('what a user pays for who deletes their account', () => {
  it('ends at once, except the plan of a team that continues, which is handed over', async () => {
    const { teamId, admin, member } = await createTeam(app);
    const heir = await member();
    await givePlan(app.db, admin.id, new Date());
    const { handOver, cancel } = providerCalls();
    await endPayments(app.services, admin.id);
    expect(cancel.mock.calls).toEqual([[(await planOf(admin.id, null)).providerId]]);
    expect(handOver.mock.calls).toEqual([[(await planOf(admin.id, teamId)).providerId, heir.email]]);
  });

  it('ends with a team that has no other member, and is not canceled twice', async () => {
    const { teamId, admin } = await createTeam(app);
    const { handOver, cancel } = providerCalls();
    await endPayments(app.services, admin.id);
    expect(cancel.mock.calls).toEqual([[(await planOf(admin.id, teamId)).providerId]]);
    await setPlan(teamId, { status: 'canceled' });
    await endPayments(app.services, admin.id);
    expect(cancel).toHaveBeenCalledOnce();
    expect(handOver).not.toHaveBeenCalled();
  });

  it('can no longer be bought at an open checkout, while those of others stay', async () => {
    const [user, other] = [await app.createUser(), await app.createUser()];
    const order = { interval: 'month', quantity: 1, unitAmount: 1000, currency: 'usd', provider: 'local' } as const;
    const [own, others] = [newId(), newId()];
    const expires = new Date(Date.now() + 86_400_000);
    for (const [id, userId] of [
      [own, user.id],
      [others, other.id],
    ] as const)
      await app.db.insert(paymentSessions).values({ ...order, id, userId, status: 'open', expires });
    providerCalls();
    await endPayments(app.services, user.id);
    const rows = await app.db.select().from(paymentSessions);
    expect(Object.fromEntries(rows.map(({ id, status }) => [id, status]))).toEqual({
      [own]: 'expired',
      [others]: 'open',
    });
  });

  it('keeps the account while a payment is on its way, whose plan could not be ended later', async () => {
    const user = await app.createUser();
    const order = { interval: 'month', quantity: 1, unitAmount: 1000, currency: 'usd', provider: 'local' } as const;
    const expires = new Date(Date.now() + 86_400_000);
    await app.db.insert(paymentSessions).values({ ...order, id: newId(), userId: user.id, status: 'open', expires });
    await givePlan(app.db, user.id, new Date());
    const { cancel } = providerCalls();
    vi.spyOn(app.services.payments, 'readCheckout').mockResolvedValue({ status: 'pending' });
    await expect(endPayments(app.services, user.id)).rejects.toMatchObject({ code: 'payment-pending' });
    expect(cancel).not.toHaveBeenCalled();
  });
});
