import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { seatChanges, subscriptions } from '../../db/schema/billing.ts';
import { teams } from '../../db/schema/teams.ts';
import type { SeatOutcome } from '../../ports/payments.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { createTeam } from '../../testing/teams.ts';
import { claimChange, finishChange, abandonChange, readChange, type SeatChange, settleChange } from './seat-changes.ts';
import { findPlan } from './subscriptions.ts';

const now = Date.parse('2026-11-26T12:00:00Z');
const minutes = (n: number) => new Date(now + n * 60_000);
let app: TestApp;
let team: Awaited<ReturnType<typeof createTeam>>;
let subscriptionId = '';
beforeAll(async () => {
  app = await createTestApp({ now: () => now });
});
beforeEach(async () => {
  await app.db.delete(seatChanges);
  team = await createTeam(app, { seats: 5 });
  subscriptionId = (await findPlan(app.db, 'local', { teamId: team.teamId }))!.providerId;
});
afterAll(() => app.close());

const request = (quantity = 9) => {
  const { teamId, admin } = team;
  return { teamId, provider: 'local', subscriptionId, quantity, at: new Date(now), actorId: admin.id };
};
const write = async (more: Partial<SeatChange> = {}) => {
  const row = { ...request(), key: 'before', askedUntil: new Date(now), redirectUrl: null, expires: null, ...more };
  await app.db.insert(seatChanges).values(row);
  return row;
};
const claim = (quantity = 9, settled = false) =>
  app.db.transaction((tx) => claimChange(tx, request(quantity), now, settled));
const stored = () => readChange(app.db, team.teamId);
const page = { redirectUrl: '/confirm', expires: minutes(60) };

describe('a change of seats', () => {
  it('is claimed if the team has none, with a key of its own, for three minutes', async () => {
    const first = await claim();
    expect(first).toEqual({
      state: 'mine',
      change: {
        ...request(),
        key: expect.stringMatching(/^\w{24}$/),
        askedUntil: minutes(3),
        redirectUrl: null,
        expires: null,
      },
    });
    expect(await stored()).toEqual(Object(first).change);
  });

  it('waits while another one is being requested, until that one is abandoned', async () => {
    await write({ askedUntil: new Date(now + 1) });
    expect(await claim()).toEqual({ state: 'busy' });
    await abandonChange(app.db, (await stored())!, now);
    expect((await stored())?.askedUntil).toEqual(new Date(now));
    expect((await claim()).state).toBe('mine');
  });

  it('that was abandoned is claimed again with the same key', async () => {
    await write();
    expect(await claim()).toMatchObject({ state: 'mine', change: { key: 'before', askedUntil: minutes(3) } });
  });

  it('to another number starts only when the outcome of the previous one is known', async () => {
    const before = await write();
    expect(await claim(7)).toEqual({ state: 'unknown', change: before });
    const next = await claim(7, true);
    expect(next).toMatchObject({ state: 'mine', change: { quantity: 7 } });
    expect(Object(next).change.key).not.toBe('before');
  });

  it('that waits for its payer keeps waiting, until another number is requested or its state was read', async () => {
    const before = await write(page);
    expect(await claim()).toEqual({ state: 'waiting', change: before });
    const another = await claim(7);
    expect(another).toMatchObject({ state: 'mine', change: { quantity: 7, redirectUrl: null, expires: null } });
    await app.db.delete(seatChanges);
    await write(page);
    const again = await claim(9, true);
    expect(again).toMatchObject({ state: 'mine', change: { redirectUrl: null } });
    expect(Object(again).change.key).not.toBe('before');
  });
});

describe('the outcome of a change', () => {
  const finish = (change: SeatChange, outcome: SeatOutcome, ownLedger = false) => {
    const { payments } = app.services;
    const port = { ...payments, provider: payments.provider };
    const { ownLedger: _, ...foreign } = port;
    return app.db.transaction((tx) => finishChange(tx, ownLedger ? port : foreign, change, { outcome, now }));
  };
  const planNow = async () =>
    (await app.db.select().from(subscriptions).where(eq(subscriptions.providerId, subscriptionId)))[0]!;
  const seatsNow = async () => (await app.db.select().from(teams).where(eq(teams.id, team.teamId)))[0]?.seats;

  it.each([
    ['another provider', false, 9],
    ['the local one, which has written it down itself', true, 1],
  ])('is stored with its seats: %s', async (_, ownLedger, quantity) => {
    expect(await finish(await write(), 'changed', ownLedger)).toBe(true);
    // What was asked for before is older.
    expect(await planNow()).toMatchObject({ quantity, asked: 1, told: 1 });
    expect([await seatsNow(), await stored()]).toEqual([9, undefined]);
  });

  it('that is declined changes nothing, and ends the change', async () => {
    expect(await finish(await write(), 'declined')).toBe(true);
    expect(await planNow()).toMatchObject({ quantity: 1, asked: 1, told: 1 });
    expect([await seatsNow(), await stored()]).toEqual([5, undefined]);
  });

  it('that is a confirmation page is stored, and ends the claim', async () => {
    const change = await write({ askedUntil: minutes(3) });
    expect(await finish(change, page)).toBe(true);
    expect(await stored()).toEqual({ ...change, ...page, askedUntil: new Date(now) });
    expect([await seatsNow(), (await planNow()).quantity]).toEqual([5, 1]);
  });

  it.each<SeatOutcome>(['changed', 'declined', page])(
    '%j is not stored if another change has begun',
    async (outcome) => {
      const { key: _, ...begun } = await write();
      expect(await finish({ ...begun, key: 'older' }, outcome)).toBe(false);
      expect(await stored()).toMatchObject({ key: 'before', redirectUrl: null });
      expect(await planNow()).toMatchObject({ quantity: 1, asked: 0, told: 0 });
      expect(await seatsNow()).toBe(5);
    },
  );
});

describe('a plan that was read from the provider', () => {
  const state = { quantity: 5, status: 'active' } as const;
  const settle = (more: Partial<Parameters<typeof settleChange>[2]>) =>
    app.db.transaction((tx) => settleChange(tx, team.teamId, { ...state, ...more }, now));

  it('settles nothing if there is no change', async () => {
    expect(await settle({ quantity: 9 })).toBeUndefined();
  });

  it('ends a change whose number is reached, and returns who requested it', async () => {
    await write();
    expect(await settle({ quantity: 9 })).toBe(team.admin.id);
    expect(await stored()).toBeUndefined();
    await write({ actorId: null });
    expect(await settle({ quantity: 9 })).toBeUndefined();
    expect(await stored()).toBeUndefined();
  });

  it('keeps a change that is being requested, even if its number is reached', async () => {
    await write({ askedUntil: new Date(now + 1) });
    expect(await settle({ quantity: 9 })).toBe(team.admin.id);
    expect(await stored()).toBeDefined();
  });

  it('ends an abandoned change once its request can no longer arrive: after three minutes', async () => {
    await write({ askedUntil: new Date(now - 3 * 60_000 + 1) });
    expect(await settle({})).toBeUndefined();
    expect(await stored()).toBeDefined();
    await app.db.update(seatChanges).set({ askedUntil: minutes(-3) });
    expect(await settle({})).toBeUndefined();
    expect(await stored()).toBeUndefined();
  });

  it('ends a change that waits for its payer once the provider no longer waits', async () => {
    await write({ ...page, askedUntil: minutes(-60) });
    const waiting = { quantity: 9 } as never;
    expect(await settle({ quantity: 9, waiting })).toBeUndefined();
    expect(await stored()).toBeDefined();
    expect(await settle({})).toBeUndefined();
    expect(await stored()).toBeUndefined();
  });

  it('ends every change when the plan ends', async () => {
    await write();
    expect(await settle({ status: 'canceled' })).toBeUndefined();
    expect(await stored()).toBeUndefined();
  });
});
