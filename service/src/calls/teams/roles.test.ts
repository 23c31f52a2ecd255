import * as calls from '@atrium/shared-kernel/contracts/calls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../db/id.ts';
import { agentRoles, agents } from '../../db/schema/teams.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { createTeam } from '../../testing/teams.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const addAgent = async (teamId: string, userId: string, title: string, roleId: string) => {
  const [agent] = await app.db.insert(agents).values({ userId, teamId, title, instruction: 'Help.' }).returning();
  await app.db.insert(agentRoles).values({ agentId: agent!.id, roleId });
  return agent!.id;
};

describe('a role', () => {
  it('gives its members access to its agents in the list, by id and in a reply, until it is deleted', async () => {
    const { teamId, admin, member } = await createTeam(app);
    const [seller, reader] = [await member(), await member()];
    const client = app.as(admin);
    await client.call(calls.teams.createEditRole, { teamId, name: 'Sales', members: [seller.id] });
    const roleId = (await client.call(calls.teams.getTeam, { teamId })).body.roles[0]!._id;
    const flowId = await addAgent(teamId, admin.id, 'Closer', roleId);
    for (const user of [seller, reader]) await app.as(user).call(calls.teams.switchActiveTeam, { teamId });
    const reach = async (user: { id: string }) => {
      const as = app.as(user);
      return [
        (await as.call(calls.agents.listAgents, {})).body.flows.length,
        (await as.call(calls.agents.getAgent, { flowId })).status,
        (await as.stream(calls.chat.streamReply, { prompt: 'Hi', flowId })).status,
        (await as.call(calls.agents.shareAgent, { flowId, shared: true })).status,
      ];
    };
    expect(await reach(seller)).toEqual([1, 200, 200, 403]);
    expect(await reach(reader)).toEqual([0, 404, 404, 403]);
    await client.call(calls.teams.editUserRoles, { teamId, memberId: reader.id, roleIds: [roleId] });
    expect((await reach(reader)).slice(0, 3)).toEqual([1, 200, 200]);
    await client.call(calls.teams.createEditRole, { teamId, roleId, deleted: true });
    expect((await reach(seller)).slice(0, 3)).toEqual([0, 404, 404]);
    expect((await client.call(calls.teams.getTeam, { teamId })).body.flows).toHaveLength(1);
  });

  it('that is requested twice under one id is created once, with what has changed since', async () => {
    const { teamId, admin, member } = await createTeam(app);
    const user = await member();
    const client = app.as(admin);
    const newRoleId = newId();
    const make = (name: string, members: string[] = []) =>
      client.call(calls.teams.createEditRole, { teamId, newRoleId, name, members });
    const rolesNow = async () => (await client.call(calls.teams.getTeam, { teamId })).body.roles;
    const actions = async () =>
      (await client.call(calls.teams.listTeamLog, { teamId })).body.entries.map(({ action }) => action);
    for (const _ of [1, 2]) expect((await make('Sales')).status).toBe(200);
    expect(await rolesNow()).toMatchObject([{ _id: newRoleId, name: 'Sales', members: [] }]);
    expect(await actions()).toEqual(['roleCreated']);
    expect((await make('Sellers', [user.id])).status).toBe(200);
    expect(await rolesNow()).toMatchObject([{ _id: newRoleId, name: 'Sellers', members: [user.id] }]);
    // After it was deleted, the same request creates another one.
    await client.call(calls.teams.createEditRole, { teamId, roleId: newRoleId, deleted: true });
    expect((await make('Sales')).status).toBe(200);
    const [role] = await rolesNow();
    expect(role?._id).not.toBe(newRoleId);
  });

  it('has a name and members of the team only, who can be in several', async () => {
    const { teamId, admin, member } = await createTeam(app);
    const [user, stranger] = [await member(), await app.createUser()];
    const client = app.as(admin);
    const save = (request: object) => client.call(calls.teams.createEditRole, { teamId, ...request });
    expect(await save({})).toMatchObject({ status: 400, body: { msg: 'Name is required.' } });
    expect((await save({ name: '  ' })).status).toBe(400);
    expect((await save({ name: 'A', members: [stranger.id] })).status).toBe(404);
    expect((await save({ name: 'A', members: [user.id, user.id] })).status).toBe(200);
    expect((await save({ name: 'B' })).status).toBe(200);
    const rolesNow = async () => (await client.call(calls.teams.getTeam, { teamId })).body.roles;
    const [a, b] = await rolesNow();
    const roleIds = [a!._id, b!._id];
    expect((await client.call(calls.teams.editUserRoles, { teamId, memberId: user.id, roleIds })).status).toBe(200);
    expect((await rolesNow()).map(({ name, members }) => [name, members])).toEqual([
      ['A', [user.id]],
      ['B', [user.id]],
    ]);
    await save({ roleId: a!._id, name: 'Alpha' });
    await save({ roleId: b!._id, members: [] });
    expect((await rolesNow()).map(({ name, members }) => [name, members])).toEqual([
      ['Alpha', [user.id]],
      ['B', []],
    ]);
    await save({ roleId: b!._id, deleted: true });
    expect((await save({ roleId: b!._id, name: 'Back' })).status).toBe(404);
    expect((await client.call(calls.teams.editUserRoles, { teamId, memberId: user.id, roleIds })).status).toBe(404);
    expect((await save({ roleId: newId(), name: 'None' })).status).toBe(404);
  });

  it('that is deleted leaves its agent closed when an admin saves it, until they choose who may use it', async () => {
    const { teamId, admin, member } = await createTeam(app);
    const [client, seller] = [app.as(admin), app.as(await member())];
    await client.call(calls.teams.createEditRole, { teamId, name: 'Sales' });
    const roleId = (await client.call(calls.teams.getTeam, { teamId })).body.roles[0]!._id;
    const flowId = await addAgent(teamId, admin.id, 'Closer', roleId);
    await seller.call(calls.teams.switchActiveTeam, { teamId });
    const used = async () => (await seller.call(calls.agents.listAgents, {})).body.flows.length;
    const read = async () => (await client.call(calls.agents.getAgent, { flowId })).body;
    const save = async (access: { teamRoleIds?: string[]; everyone?: true }) => {
      const request = { flowId, title: 'Closer', instruction: 'Close.', ...access };
      return (await client.call(calls.agents.createEditAgent, request)).body.flow;
    };
    expect(await read()).toMatchObject({ teamRoles: [roleId], closed: false });
    await client.call(calls.teams.createEditRole, { teamId, roleId, deleted: true });
    expect(await read()).toMatchObject({ teamRoles: [], closed: true });
    expect(await save({ teamRoleIds: [] })).toMatchObject({ instruction: 'Close.', closed: true });
    expect(await used()).toBe(0);
    expect(await save({ teamRoleIds: [], everyone: true })).toMatchObject({ closed: false });
    expect(await used()).toBe(1);
  });

  it('that is deleted does not keep its agent from being opened when another of its roles is deselected', async () => {
    const { teamId, admin, member } = await createTeam(app);
    const [client, seller] = [app.as(admin), app.as(await member())];
    for (const name of ['Sales', 'Support']) await client.call(calls.teams.createEditRole, { teamId, name });
    const [sales, support] = (await client.call(calls.teams.getTeam, { teamId })).body.roles;
    const flowId = await addAgent(teamId, admin.id, 'Closer', sales!._id);
    await app.db.insert(agentRoles).values({ agentId: flowId, roleId: support!._id });
    await client.call(calls.teams.createEditRole, { teamId, roleId: sales!._id, deleted: true });
    await client.call(calls.agents.createEditAgent, { flowId, title: 'A', instruction: 'B', teamRoleIds: [] });
    await seller.call(calls.teams.switchActiveTeam, { teamId });
    expect((await seller.call(calls.agents.listAgents, {})).body.flows).toHaveLength(1);
  });
});

describe('a change that was saved already', () => {
  /** An admin whose requests are based on the state of the team when this was called. */
  const setUp = async () => {
    const { teamId, admin, member } = await createTeam(app);
    const { id: memberId } = await member();
    const client = app.as(admin);
    await client.call(calls.teams.createEditRole, { teamId, name: 'Sales' });
    const read = async () => (await client.call(calls.teams.getTeam, { teamId })).body;
    const actions = async () =>
      (await client.call(calls.teams.listTeamLog, { teamId })).body.entries.map(({ action }) => action);
    const before = await read();
    const role = before.roles[0]!;
    const send = async ({ path }: { path: string }, change: object, revision: string | undefined) => {
      const { status } = await client.request({
        method: 'POST',
        url: `/api${path}`,
        payload: { teamId, ...change },
        headers: { 'if-match': `"${revision}"` },
      });
      return status;
    };
    const revision = before.members.find(({ _id }) => _id === memberId)?.revision;
    const setRoles = (roleIds: string[]) => send(calls.teams.editUserRoles, { memberId, roleIds }, revision);
    const setAdmin = (to: boolean) => send(calls.teams.setTeamAdmin, { memberId, admin: to }, revision);
    const saveRole = (change: object) =>
      send(calls.teams.createEditRole, { roleId: role._id, ...change }, role.revision);
    return { memberId, role, read, actions, setRoles, setAdmin, saveRole };
  };

  it('of a member’s roles succeeds again, and one that was not saved is outdated', async () => {
    const { memberId, role, read, actions, setRoles } = await setUp();
    expect([await setRoles([role._id]), await setRoles([role._id]), await setRoles([])]).toEqual([200, 200, 412]);
    expect((await read()).roles[0]?.members).toEqual([memberId]);
    expect(await actions()).toEqual(['memberRoles', 'roleCreated']);
  });

  it('of a member’s rights succeeds again, and one that was not saved is outdated', async () => {
    const { memberId, read, actions, setAdmin } = await setUp();
    expect([await setAdmin(true), await setAdmin(true), await setAdmin(false)]).toEqual([200, 200, 412]);
    expect((await read()).admins).toContain(memberId);
    expect(await actions()).toEqual(['ownership', 'roleCreated']);
  });

  it('of a role succeeds again, and one that was not saved is outdated', async () => {
    const { memberId, read, actions, saveRole } = await setUp();
    const change = { name: 'Sellers', members: [memberId] };
    expect([await saveRole(change), await saveRole(change)]).toEqual([200, 200]);
    expect([await saveRole({ ...change, name: 'Buyers' }), await saveRole({ deleted: true })]).toEqual([412, 412]);
    expect((await read()).roles).toMatchObject([change]);
    expect(await actions()).toEqual(['roleChanged', 'roleCreated']);
  });
});
