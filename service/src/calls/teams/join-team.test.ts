import { billing, session, teams as calls } from '@atrium/shared-kernel/contracts/calls';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { subscriptions } from '../../db/schema/billing.ts';
import { teamMembers, teams } from '../../db/schema/teams.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { createTeam } from '../../testing/teams.ts';

const start = Date.parse('2026-11-21T12:00:00Z');
const day = 86_400_000;
let now = start;
let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ now: () => now });
});
afterAll(() => app.close());

type Team = Awaited<ReturnType<typeof createTeam>>;
const join = (user: { id: string }, { teamId }: Pick<Team, 'teamId'>, key?: string) =>
  app.as(user).call(calls.joinTeam, { teamId, ...(key === undefined ? {} : { key }) });
const seen = async ({ teamId, admin }: Team) => (await app.as(admin).call(calls.getTeam, { teamId })).body;
const takenSeats = async ({ teamId }: Team) =>
  app.db.$count(teamMembers, and(eq(teamMembers.teamId, teamId), eq(teamMembers.paid, true)));

describe('joining a team', () => {
  it('occupies a seat, grants the team’s plan at once and makes the team the active one', async () => {
    const team = await createTeam(app);
    const user = await app.createUser();
    const client = app.as(user);
    expect((await client.call(session.getUser, {})).body.subscriptionEndDate).toBeUndefined();
    expect(await client.call(calls.joinTeam, { teamId: team.teamId })).toMatchObject({ status: 200, body: {} });
    const { body } = await client.call(session.getUser, {});
    expect(body.activeTeam).toBe(team.teamId);
    expect(body.subscriptionEndDate).toBeDefined();
    expect((await seen(team)).members.map(({ _id }) => _id)).toContain(user.id);
  });

  it('never assigns more seats than there are, however many join at once', async () => {
    const team = await createTeam(app, { seats: 8 });
    const users = await Promise.all(Array.from({ length: 50 }, () => app.createUser()));
    const statuses = (await Promise.all(users.map((user) => join(user, team)))).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(7);
    expect(statuses.filter((status) => status === 409)).toHaveLength(43);
    expect(await takenSeats(team)).toBe(8);
  });

  it('occupies one seat for a user who joins many times at once', async () => {
    const team = await createTeam(app);
    const user = await app.createUser();
    const answers = await Promise.all(Array.from({ length: 8 }, () => join(user, team)));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200));
    expect(await takenSeats(team)).toBe(2);
  });

  it('reports if every seat is occupied', async () => {
    const team = await createTeam(app, { seats: 1 });
    expect(await join(await app.createUser(), team)).toMatchObject({
      status: 409,
      body: { msg: 'This team has no free seat. Ask an admin of the team to add one.' },
    });
  });

  it('reports that the user is already a member, and changes nothing', async () => {
    const team = await createTeam(app);
    expect(await join(team.admin, team)).toMatchObject({
      status: 200,
      body: { msg: 'You are already a member of this team.' },
    });
    expect((await seen(team)).admins).toEqual([team.admin.id]);
  });

  it('refuses a team that never existed or is gone', async () => {
    const team = await createTeam(app);
    await app.db.delete(teams).where(eq(teams.id, team.teamId));
    const user = await app.createUser();
    const gone = { status: 404, body: { code: 'unknown-team', msg: 'This team does not exist.' } };
    expect(await join(user, team)).toMatchObject(gone);
    expect(await join(user, { teamId: '0'.repeat(24) })).toMatchObject(gone);
  });

  it('assigns no seat that is no longer paid for', async () => {
    const team = await createTeam(app);
    const [end] = [new Date(now - day)];
    await app.db.update(subscriptions).set({ currentEnd: end }).where(eq(subscriptions.teamId, team.teamId));
    expect(await join(await app.createUser(), team)).toMatchObject({
      status: 409,
      body: { msg: 'The plan of this team has ended.' },
    });
    await app.db
      .update(subscriptions)
      .set({ currentEnd: new Date(end.getTime() + 1) })
      .where(eq(subscriptions.teamId, team.teamId));
    expect((await join(await app.createUser(), team)).status).toBe(200);
  });

  it('assigns no seat that an open renewal does not pay for', async () => {
    const team = await createTeam(app, { seats: 100 });
    const { teamId, admin } = team;
    await app.db
      .update(subscriptions)
      .set({ status: 'canceled', currentEnd: new Date(now - 3_600_000) })
      .where(eq(subscriptions.teamId, teamId));
    const renew = (quantity: number) => app.as(admin).call(billing.renewTeamSubscription, { teamId, quantity });
    const { body } = await renew(2);
    expect((await join(await app.createUser(), team)).status).toBe(200);
    const late = await app.createUser();
    expect(await join(late, team)).toMatchObject({ status: 409, body: { code: 'no-free-seat' } });
    const sessionId = body.redirectUrl.split('/').at(-1) ?? '';
    await app.as(admin).call(billing.expirePaymentSession, { sessionId });
    expect((await join(late, team)).status).toBe(200);
    expect(await renew(2)).toMatchObject({ status: 400, body: { code: 'seats-taken' } });
  });
});

describe('a user with a plan of their own', () => {
  it('is self-billed: they occupy no seat, even if all are occupied', async () => {
    const team = await createTeam(app, { seats: 1 });
    const user = await app.createUser({ premium: true });
    expect((await join(user, team)).status).toBe(200);
    const { members, nonPayingMembers } = await seen(team);
    expect(members.map(({ _id }) => _id)).toEqual([team.admin.id]);
    expect(nonPayingMembers.map(({ _id }) => _id)).toEqual([user.id]);
  });

  it('occupies a seat by joining again once that plan has ended', async () => {
    const team = await createTeam(app, { seats: 2 });
    const user = await app.createUser({ premium: true });
    await join(user, team);
    await app.db
      .update(subscriptions)
      .set({ currentEnd: new Date(now - 2 * day) })
      .where(eq(subscriptions.userId, user.id));
    // With a message, pages offer no Undo, which would end an older membership.
    expect(await join(user, team)).toMatchObject({
      status: 200,
      body: { msg: 'You have a seat in this team now.' },
    });
    expect((await seen(team)).members.map(({ _id }) => _id)).toContain(user.id);
    expect(await takenSeats(team)).toBe(2);
  });
});

describe('the join link', () => {
  const renew = async (team: Team, days?: 1 | 7 | 30) => {
    await app.as(team.admin).call(calls.renewJoinLink, { teamId: team.teamId, ...(days ? { days } : {}) });
    return (await seen(team)).joinKey ?? '';
  };
  const noLonger = {
    status: 403,
    body: { msg: 'This link is no longer valid. Ask an admin of the team for the new one.' },
  };

  it('with the id alone is valid until it is renewed; then only the newest is', async () => {
    const team = await createTeam(app, { seats: 9 });
    expect((await join(await app.createUser(), team)).status).toBe(200);
    const first = await renew(team);
    const second = await renew(team);
    expect(second).toMatch(/^[\w-]{22}$/);
    const user = await app.createUser();
    expect(await join(user, team)).toMatchObject(noLonger);
    expect(await join(user, team, first)).toMatchObject(noLonger);
    expect(await join(user, team, `${second}x`)).toMatchObject(noLonger);
    expect((await join(user, team, second)).status).toBe(200);
  });

  it('ends when its time is over', async () => {
    const team = await createTeam(app);
    const key = await renew(team, 7);
    now = start + 7 * day - 1;
    expect((await join(await app.createUser(), team, key)).status).toBe(200);
    now += 1;
    expect(await join(await app.createUser(), team, key)).toMatchObject({
      status: 410,
      body: { msg: 'This link has expired. Ask an admin of the team for a new one.' },
    });
    now = start;
  });

  it('does not admit a user who was removed from the team; a later one does', async () => {
    const team = await createTeam(app);
    const user = await app.createUser();
    await join(user, team);
    now += 1000;
    await app.as(team.admin).call(calls.removeMember, { teamId: team.teamId, memberId: user.id });
    now += 1000;
    expect(await join(user, team)).toMatchObject(noLonger);
    expect((await join(user, team, await renew(team))).status).toBe(200);
    now = start;
  });
});

describe('tries to join', () => {
  const tooMany = {
    status: 429,
    body: { code: 'too-many-joins', msg: 'Too many tries to join a team. Please wait a moment.' },
  };
  const start = async (env: Record<string, string>) => {
    const own = await createTestApp({ env });
    const nowhere = { teamId: '0'.repeat(24) };
    return {
      close: () => own.close(),
      person: () => own.createUser(),
      attempt: (user: { id: string }) => own.as(user).call(calls.joinTeam, nowhere),
    };
  };

  it('are limited to ten a minute for a user', async () => {
    const { close, person, attempt } = await start({});
    const user = await person();
    for (let left = 10; left > 0; left -= 1) expect((await attempt(user)).status).toBe(404);
    const refused = await attempt(user);
    expect(refused).toMatchObject(tooMany);
    expect(refused.body).toHaveProperty('_msBeforeNext', expect.any(Number));
    expect((await attempt(await person())).status).toBe(404);
    await close();
  });

  it('are limited for a network, as configured', async () => {
    const { close, person, attempt } = await start({ ATRIUM_JOINS_PER_MINUTE: '0', ATRIUM_JOINS_PER_NETWORK: '3' });
    const user = await person();
    for (let left = 3; left > 0; left -= 1) expect((await attempt(user)).status).toBe(404);
    expect(await attempt(await person())).toMatchObject(tooMany);
    await close();
  });
});
