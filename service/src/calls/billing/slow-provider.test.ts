import { billing, profile, session, teams as teamCalls } from '@atrium/shared-kernel/contracts/calls';
import { eq } from 'drizzle-orm';
import { Client } from 'pg';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { subscriptions } from '../../db/schema/billing.ts';
import { teams } from '../../db/schema/teams.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { createTeam } from '../../testing/teams.ts';

let app: TestApp;
afterEach(async () => {
  vi.restoreAllMocks();
  await app.close();
});

/** Two connections, and a provider that answers `name` only when it is released. */
const start = async (name: 'changeSeats' | 'readSubscription' | 'openPortal' | 'cancel') => {
  app = await createTestApp({ connections: 2 });
  const { payments } = app.services;
  const real = payments[name].bind(payments) as (...args: unknown[]) => Promise<never>;
  const released = Promise.withResolvers<void>();
  let requestCount = 0;
  vi.spyOn(payments, name).mockImplementation(async (...args: unknown[]) => {
    requestCount += 1;
    await released.promise;
    return real(...args);
  });
  return {
    release: released.resolve,
    askedTimes: (times: number) => vi.waitFor(() => expect(requestCount).toBe(times)),
  };
};
const seatsOf = async (teamId: string) =>
  (await app.db.select({ seats: teams.seats }).from(teams).where(eq(teams.id, teamId)))[0]?.seats;
const setPlan = async (teamId: string, quantity: number) =>
  void (await app.db.update(subscriptions).set({ quantity }).where(eq(subscriptions.teamId, teamId)));

describe('while a provider does not answer', () => {
  it('a seat change delays neither joins nor reads', async () => {
    const { release, askedTimes } = await start('changeSeats');
    const team = await createTeam(app, { seats: 5 });
    await setPlan(team.teamId, 5);
    const change = app.as(team.admin).call(billing.updateTeamSubscription, { teamId: team.teamId, quantity: 9 });
    await askedTimes(1);
    const joiners = await Promise.all(Array.from({ length: 8 }, () => app.createUser()));
    const join = (user: { id: string }) => app.as(user).call(teamCalls.joinTeam, { teamId: team.teamId });
    const statuses = (await Promise.all(joiners.map(join))).map(({ status }) => status);
    // Seats that are being bought are not available until they are paid.
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 200, 200, 200, 409, 409, 409, 409]);
    expect((await app.as(joiners[0]!).call(session.getUser, {})).status).toBe(200);
    release();
    expect((await change).body).toEqual({ success: true });
    expect(await seatsOf(team.teamId)).toBe(9);
    expect((await join(await app.createUser())).status).toBe(200);
  });

  it('nobody can join on a seat that is being removed', async () => {
    const { release, askedTimes } = await start('changeSeats');
    const team = await createTeam(app, { seats: 5 });
    await setPlan(team.teamId, 5);
    const change = app.as(team.admin).call(billing.updateTeamSubscription, { teamId: team.teamId, quantity: 2 });
    await askedTimes(1);
    const join = async () =>
      (await app.as(await app.createUser()).call(teamCalls.joinTeam, { teamId: team.teamId })).status;
    expect([await join(), await join(), await join()]).toEqual([200, 409, 409]);
    release();
    expect((await change).body).toEqual({ success: true });
    expect(await seatsOf(team.teamId)).toBe(2);
  });

  it('a second change for the same team is not requested before the first one is answered', async () => {
    const { release, askedTimes } = await start('changeSeats');
    const team = await createTeam(app, { seats: 5 });
    await setPlan(team.teamId, 5);
    const change = (quantity: number) =>
      app.as(team.admin).call(billing.updateTeamSubscription, { teamId: team.teamId, quantity });
    const first = change(9);
    await askedTimes(1);
    const transactions = vi.spyOn(app.services.database.db, 'transaction');
    const second = change(7);
    await vi.waitFor(() => expect(transactions.mock.calls.length).toBeGreaterThan(3));
    await askedTimes(1);
    release();
    expect([(await first).body, (await second).body]).toEqual([{ success: true }, { success: true }]);
    expect(await seatsOf(team.teamId)).toBe(7);
  });

  it('users who wait for a team occupy no connection that others need', async () => {
    app = await createTestApp({ connections: 2 });
    const team = await createTeam(app, { seats: 9 });
    const joiners = await Promise.all(Array.from({ length: 6 }, () => app.createUser()));
    const reader = await app.createUser();
    const client = app.as(reader);
    await client.call(session.getUser, {});
    const other = new Client(app.services.database.connection);
    await other.connect();
    await other.query('begin');
    await other.query('select id from teams where id = $1 for update', [team.teamId]);
    const joins = joiners.map((user) => app.as(user).call(teamCalls.joinTeam, { teamId: team.teamId }));
    const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await vi.waitFor(async () => expect((await other.query(waiting)).rowCount).toBe(1));
    for (let reads = 5; reads > 0; reads -= 1) expect((await client.call(teamCalls.listTeams, {})).status).toBe(200);
    expect((await other.query(waiting)).rowCount).toBe(1);
    await other.query('commit');
    await other.end();
    expect((await Promise.all(joins)).map(({ status }) => status)).toEqual(joiners.map(() => 200));
  });

  it.each(['openPortal', 'readSubscription', 'cancel'] as const)('%s delays nobody', async (name) => {
    const { release, askedTimes } = await start(name);
    const team = await createTeam(app, { seats: 9 });
    await setPlan(team.teamId, 9);
    const times = { openPortal: 5, readSubscription: 5, cancel: 1 }[name];
    const request = async () => {
      const client = app.as(team.admin);
      if (name === 'openPortal') return client.call(billing.createTeamPortalSession, { teamId: team.teamId });
      if (name === 'cancel') return client.call(profile.deleteUser, {});
      const { syncSubscription } = await import('../../domain/billing/sync.ts');
      const [row] = await app.db.select().from(subscriptions).where(eq(subscriptions.teamId, team.teamId));
      return syncSubscription(app.services, row!.providerId);
    };
    const requests = Array.from({ length: times }, request);
    await askedTimes(times);
    const user = await app.createUser();
    expect((await app.as(user).call(teamCalls.joinTeam, { teamId: team.teamId })).status).toBe(200);
    expect((await app.as(user).call(session.getUser, {})).status).toBe(200);
    release();
    await Promise.all(requests);
  });
});
