import { billing, teams as calls } from '@atrium/shared-kernel/contracts/calls';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SeatOrder, SeatOutcome } from '../../ports/payments.ts';
import { seatChanges, subscriptions } from '../../db/schema/billing.ts';
import { settleAbandonedChanges } from '../../domain/billing/abandoned-changes.ts';
import { syncSubscription } from '../../domain/billing/sync.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { createTeam } from '../../testing/teams.ts';

const start = Date.parse('2026-11-21T12:00:00Z');
const minute = 60_000;
let now = start;
let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ now: () => now });
});
beforeEach(() => {
  now = start;
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => app.close());

const log = {
  error: (details: object) => {
    throw new Error('It could not be settled.', { cause: details });
  },
};
const startTeam = async () => {
  const team = await createTeam(app, { seats: 5 });
  await app.db.update(subscriptions).set({ quantity: 5 }).where(eq(subscriptions.teamId, team.teamId));
  const client = app.as(team.admin);
  return {
    ...team,
    update: (quantity: number) => client.call(billing.updateTeamSubscription, { teamId: team.teamId, quantity }),
    seats: async () => (await client.call(calls.getTeam, { teamId: team.teamId })).body.stripeSubscriptionSeats,
    bills: async () => (await client.call(billing.listTeamInvoices, { teamId: team.teamId })).body.invoices.length,
    join: async () => (await app.as(await app.createUser()).call(calls.joinTeam, { teamId: team.teamId })).status,
    change: async () => (await app.db.select().from(seatChanges).where(eq(seatChanges.teamId, team.teamId)))[0],
    log: async () => (await client.call(calls.listTeamLog, { teamId: team.teamId })).body.entries,
  };
};
type ChangeSeats = (id: string, order: SeatOrder) => Promise<SeatOutcome>;
/** A provider that runs `ask` instead; `real` is the real method. */
const instead = (change: (real: ChangeSeats, ...args: Parameters<ChangeSeats>) => Promise<SeatOutcome>) => {
  const { payments } = app.services;
  const real: ChangeSeats = payments.changeSeats.bind(payments);
  return vi.spyOn(payments, 'changeSeats').mockImplementation((id, order) => change(real, id, order));
};

describe('a seat change whose request was interrupted', () => {
  it('is settled by the job, and logged with the admin who requested it', async () => {
    const team = await startTeam();
    const released = Promise.withResolvers<void>();
    const spy = instead(async (real, ...args) => {
      const outcome = await real(...args);
      await released.promise;
      return outcome;
    });
    const killed = team.update(9);
    await vi.waitFor(async () => expect(await team.bills()).toBe(1));
    expect(await team.seats()).toBe(5);
    now = start + 4 * minute;
    await settleAbandonedChanges(app.services, log);
    expect([await team.seats(), await team.change()]).toEqual([9, undefined]);
    expect(await team.log()).toMatchObject([{ action: 'seats', was: '5', now: '9', actor: { _id: team.admin.id } }]);
    spy.mockRestore();
    expect((await team.update(3)).body).toEqual({ success: true });
    // Its own response arrives after another change was made, and must not overwrite it.
    released.resolve();
    await killed;
    expect(await team.seats()).toBe(3);
  });

  it('keeps the seats to remove reserved until it is known that nothing changed', async () => {
    const team = await startTeam();
    const never = Promise.withResolvers<SeatOutcome>();
    instead(() => never.promise);
    const killed = team.update(2);
    await vi.waitFor(async () => expect(await team.change()).toBeDefined());
    expect([await team.join(), await team.join()]).toEqual([200, 409]);
    now = start + 4 * minute;
    await settleAbandonedChanges(app.services, log);
    // The request may still be in flight.
    expect(await team.join()).toBe(409);
    now = start + 7 * minute;
    await settleAbandonedChanges(app.services, log);
    expect([await team.change(), await team.join()]).toEqual([undefined, 200]);
    never.resolve('declined');
    expect((await killed).body).toEqual({ success: false });
    expect(await team.seats()).toBe(5);
  });
});

describe('an abandoned seat change', () => {
  it('is applied if the provider executes it after all', async () => {
    const team = await startTeam();
    const released = Promise.withResolvers<void>();
    instead(async (real, ...args) => {
      await released.promise;
      return real(...args);
    });
    const late = team.update(9);
    await vi.waitFor(async () => expect(await team.change()).toBeDefined());
    now = start + 7 * minute;
    await settleAbandonedChanges(app.services, log);
    expect([await team.seats(), await team.change()]).toEqual([5, undefined]);
    released.resolve();
    expect((await late).body).toEqual({ success: true });
    expect(await team.seats()).toBe(9);
  });
});

describe('a seat change whose response was lost', () => {
  it('is retried with the same key, and charged once', async () => {
    const team = await startTeam();
    const orders: SeatOrder[] = [];
    instead(async (real, id, order) => {
      orders.push(order);
      const outcome = await real(id, order);
      if (orders.length === 1) throw new Error('The answer was lost.');
      return outcome;
    });
    expect((await team.update(9)).status).toBe(500);
    now = start + minute;
    expect((await team.update(9)).body).toEqual({ success: true });
    expect(orders[1]).toEqual(orders[0]);
    expect([await team.seats(), await team.bills(), await team.change()]).toEqual([9, 1, undefined]);
  });

  it('is settled before another one is made', async () => {
    const team = await startTeam();
    const spy = instead(async (real, ...args) => {
      await real(...args);
      throw new Error('The answer was lost.');
    });
    expect((await team.update(9)).status).toBe(500);
    spy.mockRestore();
    expect((await team.update(7)).body).toEqual({ success: true });
    expect((await team.log()).map((entry) => [entry.was, entry.now])).toEqual([
      ['9', '7'],
      ['5', '9'],
    ]);
  });
});

describe('the state of a plan that was read from the provider', () => {
  it('before a change does not overwrite the change', async () => {
    const team = await startTeam();
    const { payments } = app.services;
    const [row] = await app.db.select().from(subscriptions).where(eq(subscriptions.teamId, team.teamId));
    const old = await payments.readSubscription(row!.providerId);
    // Another provider's truth: the local one's is the table itself.
    vi.spyOn(payments, 'ownLedger', 'get').mockReturnValue(undefined);
    const released = Promise.withResolvers<void>();
    const read = vi.spyOn(payments, 'readSubscription').mockImplementationOnce(async () => {
      await released.promise;
      return old;
    });
    const reading = syncSubscription(app.services, row!.providerId);
    await vi.waitFor(() => expect(read).toHaveBeenCalledTimes(1));
    await team.update(9);
    released.resolve();
    expect(await reading).toBe(true);
    expect(await team.seats()).toBe(9);
    expect(await team.log()).toHaveLength(1);
  });

  it('by two requests is stored as the later one read it, whichever response arrives first', async () => {
    const { id } = await app.createUser({ premium: true });
    const { payments } = app.services;
    const [row] = await app.db.select().from(subscriptions).where(eq(subscriptions.userId, id));
    const state = (await payments.readSubscription(row!.providerId))!;
    // Another provider's truth: the local one's is the table itself.
    vi.spyOn(payments, 'ownLedger', 'get').mockReturnValue(undefined);
    const released = Promise.withResolvers<void>();
    const read = vi.spyOn(payments, 'readSubscription');
    read.mockImplementationOnce(async () => {
      await released.promise;
      return { ...state, cancelAtEnd: false };
    });
    read.mockImplementation(async () => ({ ...state, cancelAtEnd: true }));
    const first = syncSubscription(app.services, row!.providerId);
    await vi.waitFor(() => expect(read).toHaveBeenCalledTimes(1));
    await syncSubscription(app.services, row!.providerId);
    released.resolve();
    await first;
    const [after] = await app.db.select().from(subscriptions).where(eq(subscriptions.userId, id));
    expect(after?.cancelAtEnd).toBe(true);
  });
});
