import * as calls from '@atrium/shared-kernel/contracts/calls';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { agents, roleMembers, roles, teamMembers } from '../../db/schema/teams.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { createTeam } from '../../testing/teams.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const remove = (by: { id: string }, teamId: string, { id: memberId }: { id: string }) =>
  app.as(by).call(calls.teams.removeMember, { teamId, memberId });
const addAgent = async (teamId: string, userId: string, title: string) => {
  const [agent] = await app.db.insert(agents).values({ userId, teamId, title, instruction: 'Help.' }).returning();
  return agent!.id;
};

describe('removing a member', () => {
  it('revokes seat, plan, roles and team agents by their next call', async () => {
    const { teamId, admin, member } = await createTeam(app);
    const user = await member();
    const client = app.as(user);
    const flowId = await addAgent(teamId, admin.id, 'Clerk');
    const [role] = await app.db.insert(roles).values({ teamId, name: 'Sales' }).returning();
    await app.db.insert(roleMembers).values({ roleId: role!.id, userId: user.id });
    await client.call(calls.teams.switchActiveTeam, { teamId });
    expect((await client.call(calls.agents.listAgents, {})).body.flows.map(({ title }) => title)).toEqual(['Clerk']);
    expect((await client.call(calls.session.getUser, {})).body.subscriptionEndDate).toBeDefined();

    expect((await remove(admin, teamId, user)).status).toBe(200);

    const { body } = await client.call(calls.session.getUser, {});
    expect([body.subscriptionEndDate, body.activeTeam]).toEqual([undefined, undefined]);
    expect((await client.call(calls.agents.listAgents, {})).body.flows).toEqual([]);
    expect((await client.call(calls.agents.getAgent, { flowId })).status).toBe(404);
    expect((await client.call(calls.teams.getTeam, { teamId })).status).toBe(403);
    expect((await client.stream(calls.chat.streamReply, { prompt: 'Hi', flowId })).status).toBe(403);
    const team = (await app.as(admin).call(calls.teams.getTeam, { teamId })).body;
    expect(team.members.map(({ _id }) => _id)).toEqual([admin.id]);
    expect(team.roles.map(({ members }) => members)).toEqual([[]]);
  });

  it('shows them another of their teams instead', async () => {
    const [one, other] = [await createTeam(app), await createTeam(app)];
    const user = await one.member();
    await app.as(other.admin).call(calls.teams.listTeams, {});
    await app.as(user).call(calls.teams.joinTeam, { teamId: other.teamId });
    await remove(other.admin, other.teamId, user);
    expect((await app.as(user).call(calls.session.getUser, {})).body.activeTeam).toBe(one.teamId);
  });

  it('waits while they switch to the team, so that it does not stay their active one', async () => {
    const [home, other] = [await createTeam(app), await createTeam(app)];
    const user = await home.member();
    const client = app.as(user);
    await app.db.insert(teamMembers).values({ teamId: other.teamId, userId: user.id, paid: true });
    await client.call(calls.teams.switchActiveTeam, { teamId: home.teamId });
    const { pool } = app.services.database;
    const blocked = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    const waiting = (count: number) =>
      vi.waitFor(async () => expect((await pool.query(blocked)).rowCount).toBe(count), { timeout: 10_000 });

    const holder = await pool.connect();
    await holder.query('begin');
    // The switch has read the membership, and cannot write the team yet.
    await holder.query('select from users where id = $1 for no key update', [user.id]);
    const switching = client.call(calls.teams.switchActiveTeam, { teamId: other.teamId });
    await waiting(1);
    const removing = remove(other.admin, other.teamId, user);
    await Promise.race([removing, waiting(2)]);
    await holder.query('commit');
    holder.release();
    expect([(await switching).status, (await removing).status]).toEqual([200, 200]);
    expect((await client.call(calls.session.getUser, {})).body.activeTeam).toBe(home.teamId);
  });

  it('keeps the last admin, and another admin may be removed', async () => {
    const { teamId, admin, member } = await createTeam(app);
    expect(await remove(admin, teamId, admin)).toMatchObject({
      status: 400,
      body: { msg: 'The last admin of a team cannot be removed. Transfer the ownership first.' },
    });
    const second = await member({ admin: true });
    expect((await remove(admin, teamId, second)).status).toBe(200);
    const [a, b] = [await member({ admin: true }), admin];
    const statuses = await Promise.all([remove(a, teamId, b), remove(b, teamId, a)]);
    expect(statuses.map(({ status }) => status)).toEqual(expect.arrayContaining([200, 403]));
  });

  it('of a user who is no member is refused', async () => {
    const { teamId, admin } = await createTeam(app);
    expect((await remove(admin, teamId, await app.createUser())).status).toBe(404);
  });
});
