import { subscriptionGrace } from '@atrium/shared-kernel/contracts/constants';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../db/id.ts';
import { customers, paymentSessions, personsCustomer, subscriptions, teamsCustomer } from '../../db/schema/billing.ts';
import { teams } from '../../db/schema/teams.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { DomainError } from '../domain-error.ts';
import { requireEnded } from './seats.ts';
import { alreadyPaid, findRunning, keyOf, lockSubject, type Subject } from './subject.ts';
import { findPlan, findPlans } from './subscriptions.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const now = Date.parse('2026-11-26T12:00:00.500Z');
type Plan = typeof subscriptions.$inferSelect;

/** Stores a plan of a user or a team, and returns its id. */
const addPlan = async (userId: string, plan: Partial<Plan> = {}): Promise<string> => {
  const provider = plan.provider ?? 'local';
  const teamId = plan.teamId ?? null;
  const conflict = teamId === null ? personsCustomer : teamsCustomer;
  const [customer] = await app.db
    .insert(customers)
    .values({ userId, teamId, provider, providerId: newId() })
    .onConflictDoUpdate({ ...conflict, set: { userId } })
    .returning();
  const id = newId();
  await app.db.insert(subscriptions).values({
    id,
    customerId: customer!.id,
    userId,
    provider,
    providerId: id,
    interval: 'month',
    quantity: 1,
    unitAmount: 1000,
    currency: 'usd',
    currentStart: new Date(now - 1000),
    currentEnd: new Date(now + 1),
    ...plan,
  });
  return id;
};
const addTeam = async (name: string) => {
  const id = newId();
  await app.db.insert(teams).values({ id, name, seats: 1 });
  return id;
};
const runningOf = async (subject: Subject) => (await findRunning(app.db, subject, now))?.id;

describe('a plan that is paid for', () => {
  it.each([
    ['renews, within the time for its renewal', { currentEnd: new Date(now - subscriptionGrace + 1) }, true],
    ['renews, and that time is over', { currentEnd: new Date(now - subscriptionGrace) }, false],
    ['ends a millisecond from now', { cancelAtEnd: true, currentEnd: new Date(now + 1) }, true],
    ['ends now', { cancelAtEnd: true, currentEnd: new Date(now) }, false],
    ['could not be renewed', { status: 'past_due', currentEnd: new Date(now + 1) }, false],
    ['was canceled', { status: 'canceled', currentEnd: new Date(now + 1) }, false],
  ] as const)('one that %s: %o', async (_, plan, isPaid) => {
    const { id: userId } = await app.createUser();
    const id = await addPlan(userId, plan);
    expect(await runningOf({ userId })).toBe(isPaid ? id : undefined);
  });

  it('is that of the payer, and of several the one that lasts longest', async () => {
    const { id: userId } = await app.createUser();
    const teamId = await addTeam('Atlas');
    const ofTeam = await addPlan(userId, { teamId, currentEnd: new Date(now + 9000) });
    expect([await runningOf({ userId }), await runningOf({ userId, teamId })]).toEqual([undefined, ofTeam]);
    await addPlan(userId, { currentEnd: new Date(now + 1000) });
    const longest = await addPlan(userId, { currentEnd: new Date(now + 3000) });
    await addPlan(userId, { currentEnd: new Date(now + 2000) });
    expect(await runningOf({ userId })).toBe(longest);
    const { id: other } = await app.createUser();
    expect([await runningOf({ userId: other }), await runningOf({ userId: other, teamId })]).toEqual([
      undefined,
      ofTeam,
    ]);
  });

  it('is, for a new team, that of the team with the same name that the user has just paid for', async () => {
    const { id: userId } = await app.createUser();
    const teamId = await addTeam('Nova');
    const id = await addPlan(userId, { teamId });
    const order = { userId, teamName: ' nova ' };
    await app.db.insert(paymentSessions).values({
      id: newId(),
      provider: 'local',
      teamName: 'Nova',
      subscriptionId: id,
      userId,
      interval: 'month',
      quantity: 1,
      unitAmount: 1000,
      currency: 'usd',
      expires: new Date(now),
    });
    expect(await runningOf(order)).toBe(id);
    expect(await runningOf({ userId, teamName: 'Nova 2' })).toBeUndefined();
    await app.db.update(teams).set({ name: 'Renamed' }).where(eq(teams.id, teamId));
    expect(await runningOf(order)).toBeUndefined();
  });

  it('is refused a second time with the code for what it pays', () => {
    expect(alreadyPaid({ userId: 'u', teamId: 't', teamName: 'Nova' }).code).toBe('team-already-subscribed');
    expect(alreadyPaid({ userId: 'u', teamName: 'Nova' }).code).toBe('team-exists');
    expect(alreadyPaid({ userId: 'u' }).code).toBe('already-subscribed');
  });
});

describe('the subject of a checkout', () => {
  it('is the same for an order as in its stored row', async () => {
    const { id: userId } = await app.createUser();
    const teamId = await addTeam('Atlas');
    for (const [id, order] of [
      ['own', { userId }],
      ['new team', { userId, teamName: ' Nova ' }],
      ['team', { userId, teamId, teamName: 'Atlas' }],
    ] as const) {
      const checkout = {
        interval: 'month',
        quantity: 1,
        unitAmount: 1000,
        currency: 'usd',
        provider: 'local',
      } as const;
      await app.db.insert(paymentSessions).values({ ...checkout, ...order, id, expires: new Date(now) });
      const rows = await app.db
        .select({ id: paymentSessions.id })
        .from(paymentSessions)
        .where(and(eq(paymentSessions.userId, userId), eq(paymentSessions.subject, keyOf(order))));
      expect(rows).toEqual([{ id }]);
    }
  });

  it('is locked by one transaction at a time', async () => {
    const { id: userId } = await app.createUser();
    const order: string[] = [];
    const first = Promise.withResolvers<void>();
    const locked = Promise.withResolvers<void>();
    const one = app.db.transaction(async (tx) => {
      await lockSubject(tx, { userId });
      locked.resolve();
      await first.promise;
      order.push('one');
    });
    await locked.promise;
    const other = app.db.transaction(async (tx) => {
      await lockSubject(tx, { userId });
      order.push('other');
    });
    // Another subject does not have to wait.
    await app.db.transaction((tx) => lockSubject(tx, { userId, teamName: 'Nova' }));
    expect(order).toEqual([]);
    first.resolve();
    await Promise.all([one, other]);
    expect(order).toEqual(['one', 'other']);
  });
});

describe('the plans of a payer', () => {
  it('are listed with running ones first, then by their end', async () => {
    const { id: userId } = await app.createUser();
    const ended = await addPlan(userId, { status: 'canceled', currentEnd: new Date(now + 5000) });
    const sooner = await addPlan(userId, { currentEnd: new Date(now + 1000) });
    const later = await addPlan(userId, { status: 'past_due', currentEnd: new Date(now + 2000), provider: 'stripe' });
    await addPlan(userId, { teamId: await addTeam('Other') });
    expect((await findPlans(app.db, { userId })).map(({ id }) => id)).toEqual([later, sooner, ended]);
    expect((await findPlan(app.db, 'local', { userId }))?.id).toBe(sooner);
    expect((await findPlan(app.db, 'stripe', { userId }))?.id).toBe(later);
    expect(await findPlan(app.db, 'none', { userId })).toBeUndefined();
  });
});

describe('a team whose plan', () => {
  it.each([
    ['renews, though its period is over', { currentEnd: new Date(now - 1) }, false],
    ['ends a millisecond from now', { cancelAtEnd: true, currentEnd: new Date(now + 1) }, false],
    ['ends now', { cancelAtEnd: true, currentEnd: new Date(now) }, true],
    ['was canceled', { status: 'canceled', currentEnd: new Date(now + 1) }, true],
  ] as const)('%s can renew: %o', async (_, plan, isEnded) => {
    const { id: userId } = await app.createUser();
    const teamId = await addTeam('Atlas');
    await addPlan(userId, { teamId, ...plan });
    const outcome = await requireEnded({ ...app.services, now: () => now }, { teamId, quantity: 1 }).then(
      () => 'ended',
      (error: unknown) => (error instanceof DomainError ? error.code : error),
    );
    expect(outcome).toBe(isEnded ? 'ended' : 'team-already-subscribed');
  });
});
