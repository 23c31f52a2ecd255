import { agents as agentCalls, session, teams as calls } from '@atrium/shared-kernel/contracts/calls';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '../../db/id.ts';
import { subscriptions } from '../../db/schema/billing.ts';
import { agentRoles, agents, roleMembers, roles, teamMembers, teams } from '../../db/schema/teams.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { givePlan } from '../../testing/users.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const createTeam = async (name: string) => {
  const teamId = newId();
  const [admin, paid, self] = [await app.createUser(), await app.createUser(), await app.createUser()];
  await app.db.insert(teams).values({ id: teamId, name, seats: 3 });
  await app.db.insert(teamMembers).values([
    { teamId, userId: admin.id, paid: true, admin: true },
    { teamId, userId: paid.id, paid: true },
    { teamId, userId: self.id, paid: false },
  ]);
  return { teamId, admin, paid, self };
};

it('lists the user’s teams by name, with where they are admin', async () => {
  const { teamId, paid } = await createTeam('Zebra');
  const second = await createTeam('Antelope');
  await app.db.insert(teamMembers).values({ teamId: second.teamId, userId: paid.id, paid: false, admin: true });
  const { body } = await app.as(paid).call(calls.listTeams, {});
  expect(body.teams).toEqual([
    { _id: second.teamId, name: 'Antelope', admin: true },
    { _id: teamId, name: 'Zebra', admin: false },
  ]);
});

it('distinguishes paid seats from self-billed ones, and omits deleted roles', async () => {
  const { teamId, admin, paid, self } = await createTeam('Heron');
  const [current, gone] = [newId(), newId()];
  await app.db.insert(roles).values([
    { id: current, teamId, name: 'Design' },
    { id: gone, teamId, name: 'Old', deleted: true },
  ]);
  await app.db.insert(roleMembers).values({ roleId: current, userId: paid.id });
  const { body } = await app.as(admin).call(calls.getTeam, { teamId });
  expect(body.members.map(({ _id }) => _id).toSorted()).toEqual([admin.id, paid.id].toSorted());
  expect(body.nonPayingMembers.map(({ _id }) => _id)).toEqual([self.id]);
  expect(body).toMatchObject({ admins: [admin.id], stripeSubscriptionSeats: 3 });
  const role = { _id: current, name: 'Design', deleted: false, members: [paid.id], team: teamId };
  expect(body.roles).toEqual([{ ...role, revision: expect.any(String) }]);
});

it('returns to a member who is no admin the name of the team and their agents, and no members', async () => {
  const { teamId, paid, self } = await createTeam('Gannet');
  await app.db.insert(roles).values({ teamId, name: 'Design' });
  for (const user of [paid, self])
    expect((await app.as(user).call(calls.getTeam, { teamId })).body).toEqual({
      _id: teamId,
      name: 'Gannet',
      flows: [],
      members: [],
      nonPayingMembers: [],
      roles: [],
      admins: [],
      stripeSubscriptionSeats: 0,
    });
});

it('names who pays to the admins, and to a payer who is no longer one', async () => {
  const { teamId, admin, paid, self } = await createTeam('Egret');
  await givePlan(app.db, paid.id, new Date('2031-01-01T00:00:00Z'), teamId);
  const seenBy = async (user: { id: string }) => (await app.as(user).call(calls.getTeam, { teamId })).body;
  expect(await seenBy(admin)).toMatchObject({ payer: paid.id });
  expect(await seenBy(admin)).not.toHaveProperty('owner');
  expect(await seenBy(paid)).toMatchObject({ payer: paid.id, members: [] });
  expect(await seenBy(self)).not.toHaveProperty('payer');
  await app.db.update(subscriptions).set({ status: 'canceled' }).where(eq(subscriptions.teamId, teamId));
  for (const user of [admin, paid]) expect(await seenBy(user)).not.toHaveProperty('payer');
});

it('shows an agent with roles to their members and to admins only', async () => {
  const { teamId, admin, paid, self } = await createTeam('Lynx');
  const [role, open, limited] = [newId(), newId(), newId()];
  await app.db.insert(roles).values({ id: role, teamId, name: 'Sales' });
  await app.db.insert(roleMembers).values({ roleId: role, userId: paid.id });
  const agent = { userId: admin.id, teamId, instruction: 'Help.' };
  await app.db.insert(agents).values([
    { ...agent, id: open, title: 'Open' },
    { ...agent, id: limited, title: 'Limited' },
  ]);
  await app.db.insert(agentRoles).values({ agentId: limited, roleId: role });
  const seenBy = async (user: { id: string }) =>
    (await app.as(user).call(calls.getTeam, { teamId })).body.flows.map(({ title }) => title).toSorted();
  expect(await seenBy(self)).toEqual(['Open']);
  expect(await seenBy(paid)).toEqual(['Limited', 'Open']);
  expect(await seenBy(admin)).toEqual(['Limited', 'Open']);
});

it('shows the agents of the team that is active, and of no other', async () => {
  const [one, other] = [await createTeam('Puffin'), await createTeam('Quail')];
  await app.db.insert(teamMembers).values({ teamId: other.teamId, userId: one.paid.id, paid: false });
  for (const [title, team] of [
    ['Of Puffin', one],
    ['Of Quail', other],
  ] as const)
    await app.db.insert(agents).values({ userId: team.admin.id, teamId: team.teamId, title, instruction: 'Help.' });
  const client = app.as(one.paid);
  const seen = async () => (await client.call(agentCalls.listAgents, {})).body.flows.map(({ title }) => title);
  const switchTo = (team: { teamId: string }) => client.call(calls.switchActiveTeam, { teamId: team.teamId });
  await switchTo(one);
  expect(await seen()).toEqual(['Of Puffin']);
  await switchTo(other);
  expect(await seen()).toEqual(['Of Quail']);
});

it('makes a team active for its members, and for nobody else', async () => {
  const { teamId, paid } = await createTeam('Otter');
  const client = app.as(paid);
  expect((await client.call(calls.switchActiveTeam, { teamId: teamId.toUpperCase() })).status).toBe(200);
  expect((await client.call(session.getUser, {})).body.activeTeam).toBe(teamId);
  const stranger = app.as(await app.createUser());
  expect((await stranger.call(calls.switchActiveTeam, { teamId })).status).toBe(403);
});

it('gives a paid seat the team’s plan, and the self-billed only their own', async () => {
  const { teamId, admin, paid, self } = await createTeam('Ibis');
  const [own, teams_] = [new Date('2030-01-01T00:00:00Z'), new Date('2031-01-01T00:00:00Z')];
  await givePlan(app.db, admin.id, teams_, teamId);
  await givePlan(app.db, self.id, own);
  await givePlan(app.db, paid.id, own);
  const endOf = async (user: { id: string }) => (await app.as(user).call(session.getUser, {})).body.subscriptionEndDate;
  expect(await endOf(paid)).toBe(teams_.toISOString());
  expect(await endOf(admin)).toBe(teams_.toISOString());
  expect(await endOf(self)).toBe(own.toISOString());
});
