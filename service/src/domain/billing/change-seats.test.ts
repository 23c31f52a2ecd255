import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { newId } from '../../db/id.ts';
import { seatChanges, subscriptions } from '../../db/schema/billing.ts';
import { teamLog, teams } from '../../db/schema/teams.ts';
import type { SeatCost, SeatOutcome } from '../../ports/payments.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { createTeam } from '../../testing/teams.ts';
import { seatsRevision } from '../teams/revisions.ts';
import { readChange } from './seat-changes.ts';
import { changeSeats, previewSeats, requireEnded } from './seats.ts';
import { findPlan, type PaidPlan } from './subscriptions.ts';

const now = Date.parse('2026-11-26T12:00:00Z');
const at = now / 1000;
let app: TestApp;
let team: Awaited<ReturnType<typeof createTeam>>;
let plan: PaidPlan;
const planNow = async () => (await findPlan(app.db, 'local', { teamId: team.teamId }))!;
const setPlan = (set: Partial<typeof subscriptions.$inferInsert>) =>
  app.db.update(subscriptions).set(set).where(eq(subscriptions.teamId, team.teamId));
beforeAll(async () => {
  app = await createTestApp({ now: () => now });
});
beforeEach(async () => {
  team = await createTeam(app, { seats: 5 });
  await setPlan({ quantity: 5, currentStart: new Date(now - 86_400_000) });
  plan = await planNow();
});
afterAll(() => app.close());

const request = (quantity: number, more: { prorationDate?: number; basedOn?: readonly string[] } = {}) => ({
  teamId: team.teamId,
  quantity,
  ...more,
});
const preview = (...args: Parameters<typeof request>) => previewSeats(app.services, request(...args));
const change = (...args: Parameters<typeof request>) => changeSeats(app.services, request(...args), team.admin.id);
const cost: SeatCost = { due: 2000, next: 8000, currency: 'usd' };
const costs = (one = cost) => vi.spyOn(app.services.payments, 'previewSeats').mockResolvedValue(one);
const answers = (outcome: SeatOutcome) => vi.spyOn(app.services.payments, 'changeSeats').mockResolvedValue(outcome);
const seatsNow = async () => (await app.db.select().from(teams).where(eq(teams.id, team.teamId)))[0]!.seats;
const waiting = (quantity = 9) => ({
  teamId: team.teamId,
  provider: 'local',
  subscriptionId: plan.providerId,
  quantity,
  key: newId(),
  at: new Date(now),
  askedUntil: new Date(now),
  redirectUrl: '/confirm',
  expires: new Date(now + 60_000),
});
const page = { redirectUrl: '/confirm', expires: new Date(now + 60_000) };

describe('the seats of a team', () => {
  it.each<[string, Partial<PaidPlan>, boolean]>([
    ['goes on', {}, true],
    ['has ended', { status: 'canceled' }, false],
    ['ends at this instant', { cancelAtEnd: true, currentEnd: new Date(now) }, false],
    ['ends later', { cancelAtEnd: true, currentEnd: new Date(now + 1) }, true],
    ['should have been renewed', { currentEnd: new Date(now - 1) }, true],
    ['another provider charges', { provider: 'stripe' }, false],
  ])('can be changed where their plan %s, as %j: %j', async (_, set, runs) => {
    await app.db
      .update(subscriptions)
      .set({ quantity: 5, ...set })
      .where(eq(subscriptions.teamId, team.teamId));
    costs();
    answers('changed');
    const seen = await Promise.allSettled([preview(6), change(6), requireEnded(app.services, request(5))]);
    const codes = seen.map((one) => (one.status === 'rejected' ? Object(one.reason).code : 'done'));
    const none = 'team-not-subscribed';
    expect(codes).toEqual(runs ? ['done', 'done', 'team-already-subscribed'] : [none, none, 'done']);
  });

  it('can be reduced to those that members occupy, and no further', async () => {
    await team.member();
    await team.member({ paid: false });
    const other = await createTeam(app);
    await other.member();
    const asked = answers('changed');
    const taken = { code: 'seats-taken', details: [{ seats: 2 }] };
    await expect(change(1)).rejects.toMatchObject(taken);
    expect(asked).not.toHaveBeenCalled();
    expect(await change(2)).toEqual({ success: true });
    await setPlan({ status: 'canceled' });
    await expect(requireEnded(app.services, request(1))).rejects.toMatchObject(taken);
    await requireEnded(app.services, request(2));
  });
});

describe('a preview of other seats', () => {
  it('is that of the provider, with the instant that gives the same amounts again', async () => {
    const asked = costs();
    expect(await preview(8)).toEqual({ ...cost, prorationDate: at, end: undefined });
    expect(await preview(8, { prorationDate: at - 60 })).toMatchObject({ prorationDate: at - 60 });
    const target = (second: number) => [plan.providerId, { quantity: 8, at: new Date(second * 1000) }];
    expect(asked.mock.calls).toEqual([target(at), target(at - 60)]);
  });

  it('contains the end of the plan if nothing will be charged any more', async () => {
    const { next: _, ...last } = cost;
    costs(last);
    expect((await preview(8)).end).toEqual(plan.currentEnd);
    costs({ ...last, open: 5000 });
    expect((await preview(8)).end).toBeUndefined();
  });

  it('is refused if the number of seats has changed in the meantime', async () => {
    costs();
    const revision = seatsRevision({ seats: 5 }, plan);
    expect(await preview(8, { basedOn: [revision] })).toMatchObject(cost);
    await expect(preview(8, { basedOn: ['other'] })).rejects.toMatchObject({ code: 'stale' });
    await expect(change(8, { basedOn: ['other'] })).rejects.toMatchObject({ code: 'stale' });
  });

  it('first reads the state of a change that waits for its payer, and of no other', async () => {
    costs();
    const read = vi.spyOn(app.services.payments, 'readSubscription');
    await preview(8);
    const { redirectUrl, ...asked } = waiting();
    await app.db.insert(seatChanges).values(asked);
    await preview(8);
    expect(read).not.toHaveBeenCalled();
    await app.db.update(seatChanges).set({ redirectUrl });
    await preview(8);
    expect(read.mock.calls).toEqual([[plan.providerId]]);
  });
});

describe('a change of seats', () => {
  it('to the current number succeeds without a request to the provider', async () => {
    const asked = answers('declined');
    expect(await change(5)).toEqual({ success: true });
    expect(asked).not.toHaveBeenCalled();
    await setPlan({ quantity: 4 });
    expect(await change(5)).toEqual({ success: false });
    await app.db.insert(seatChanges).values({ ...waiting(), redirectUrl: null, expires: null });
    await setPlan({ quantity: 5 });
    answers('changed');
    expect(await change(5)).toEqual({ success: true });
    expect(asked).toHaveBeenCalledTimes(2);
  });

  it('to the number of the plan is requested where the team has another one', async () => {
    await setPlan({ quantity: 6 });
    const asked = answers('changed');
    expect(await change(6)).toEqual({ success: true });
    expect(asked).toHaveBeenCalledOnce();
    expect(await seatsNow()).toBe(6);
  });

  it('waits for another one of the team, for at most 30 seconds', async () => {
    await app.db.insert(seatChanges).values({ ...waiting(), askedUntil: new Date(now + 3_600_000) });
    const asked = answers('changed');
    const attempts = vi.spyOn(app.services.database.db, 'transaction');
    let time = now;
    // Each look at the clock takes some seconds, so that the test needs few of the pauses.
    const services = { ...app.services, now: () => (time += 3000) };
    await expect(changeSeats(services, request(9), team.admin.id)).rejects.toMatchObject({ code: 'seats-busy' });
    expect(attempts.mock.calls.length).toBeGreaterThan(1);
    expect(time - now).toBeGreaterThan(30_000);
    expect(time - now).toBeLessThan(50_000);
    expect(asked).not.toHaveBeenCalled();
    expect(await seatsNow()).toBe(5);
  });

  it('is requested with a key of its own, and logged with the admin who requested it', async () => {
    const asked = answers('changed');
    expect(await change(9, { prorationDate: at - 60 })).toEqual({ success: true });
    const order = { quantity: 9, at: new Date(now - 60_000), key: expect.stringMatching(/^\w{24}$/) };
    expect(asked.mock.calls).toEqual([[plan.providerId, order]]);
    expect([await seatsNow(), await readChange(app.db, team.teamId)]).toEqual([9, undefined]);
    expect(await app.db.select().from(teamLog).where(eq(teamLog.teamId, team.teamId))).toMatchObject([
      { action: 'seats', actorId: team.admin.id },
    ]);
  });

  it.each<[SeatOutcome, object]>([
    ['declined', { success: false }],
    [page, { success: false, redirectUrl: '/confirm' }],
  ])('%j changes nothing', async (outcome, answer) => {
    answers(outcome);
    expect(await change(9)).toEqual(answer);
    expect(await seatsNow()).toBe(5);
  });

  it('whose response is lost is abandoned at once, so that it can be retried', async () => {
    vi.spyOn(app.services.payments, 'changeSeats').mockRejectedValue(new Error('Away.'));
    await expect(change(9)).rejects.toThrow('Away.');
    expect(await readChange(app.db, team.teamId)).toMatchObject({ askedUntil: new Date(now), actorId: team.admin.id });
  });

  it('that has ended before its response arrives is read again', async () => {
    const read = vi.spyOn(app.services.payments, 'readSubscription');
    vi.spyOn(app.services.payments, 'changeSeats').mockImplementation(async () => {
      await app.db.delete(seatChanges);
      return 'declined';
    });
    expect(await change(9)).toEqual({ success: false });
    expect(read.mock.calls).toEqual([[plan.providerId]]);
  });

  it('that was just paid is read before the seats without it are asked for, which are outdated then', async () => {
    await app.db.insert(seatChanges).values(waiting());
    // The provider has what its payer confirmed, and the team does not have it yet.
    await setPlan({ quantity: 9 });
    const asked = answers('changed');
    await expect(change(5, { basedOn: [seatsRevision({ seats: 5 }, plan)] })).rejects.toMatchObject({ code: 'stale' });
    expect(asked).not.toHaveBeenCalled();
    expect(await seatsNow()).toBe(9);
  });

  it('that waits for its payer returns the same page while the provider waits', async () => {
    await app.db.insert(seatChanges).values(waiting());
    const asked = answers('changed');
    const { payments } = app.services;
    const state = (await payments.readSubscription(plan.providerId))!;
    const read = vi.spyOn(payments, 'readSubscription').mockResolvedValue({ ...state, waiting: { quantity: 9 } });
    expect(await change(9)).toEqual({ success: false, redirectUrl: '/confirm' });
    expect(asked).not.toHaveBeenCalled();
    read.mockResolvedValue(state);
    expect(await change(9)).toEqual({ success: true });
    expect(asked).toHaveBeenCalledOnce();
  });
});
