import * as calls from '@atrium/shared-kernel/contracts/calls';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { users } from '../../db/schema/accounts.ts';
import { teamMembers } from '../../db/schema/teams.ts';
import { recordUsage } from '../../domain/usage/record.ts';
import { dayOf } from '../../domain/usage/usage.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { createTeam } from '../../testing/teams.ts';

/** The last moment of a month, at which the clock of the service stands still. */
const now = Date.parse('2026-10-31T23:59:59.999Z');
let test: TestApp;
beforeAll(async () => {
  const model = { provider: 'openai-compatible', name: 'secret-name', baseUrl: 'http://127.0.0.1:9/v1' };
  const models = [
    { ...model, id: 'fast', label: 'Fast' },
    { ...model, id: 'other', label: 'Other' },
    { ...model, id: 'dear', label: 'Thorough', price: { input: 2, output: 10 } },
  ];
  const env = { ATRIUM_MODELS: JSON.stringify(models), ATRIUM_BUDGET_PERSON: '20' };
  test = await createTestApp({ env, now: () => now });
});
afterAll(() => test.close());

const day = 24 * 60 * 60 * 1000;
const use = (
  user: string,
  model: 'fast' | 'other' | 'dear',
  tokens: number,
  { team = '', ago = 0, estimated = false } = {},
) =>
  recordUsage(
    test.services.database.pool,
    {
      purpose: 'reply',
      model: test.services.catalog.find(model)!.entry,
      user,
      team,
      usage: { input: tokens, output: 10, cached: 5, thought: 4, estimated },
    },
    now - ago * day,
  );
const today = dayOf(now);

describe('the usage of models', () => {
  it('of a user is listed by model and day, the most expensive first, by labels only, with their budget', async () => {
    const user = await test.createUser();
    await use(user.id, 'fast', 5000, { estimated: true });
    await use(user.id, 'dear', 100);
    await use(user.id, 'dear', 100, { ago: 1 });
    await use(user.id, 'dear', 100, { ago: 40 });
    const { body } = await test.as(user).call(calls.usage.getModelUsage, {});
    expect(body.models).toMatchObject([
      {
        label: 'Thorough',
        input: 200,
        output: 20,
        cached: 10,
        thought: 8,
        cost: 600,
        estimated: false,
        days: [
          { day: dayOf(now - day), tokens: 110, cost: 300 },
          { day: today, tokens: 110, cost: 300 },
        ],
      },
      { label: 'Fast', input: 5000, cost: 0, estimated: true, days: [{ day: today }] },
    ]);
    expect(JSON.stringify(body)).not.toContain('secret-name');
    expect(body.members).toBeUndefined();
    expect(body.budgets).toMatchObject([{ scope: 'person', limit: 20_000_000 }]);
  });

  it('of a team is listed by member for its admins, former members included, and without other usage', async () => {
    const { teamId, admin, member } = await createTeam(test);
    const [one, gone, left] = [await member(), await member(), await member()];
    await use(one.id, 'dear', 1000, { team: teamId });
    await use(one.id, 'dear', 7000);
    await use(left.id, 'dear', 500, { team: teamId });
    await use(gone.id, 'dear', 100, { team: teamId });
    await test.db.delete(users).where(eq(users.id, gone.id));
    await test.db.delete(teamMembers).where(eq(teamMembers.userId, left.id));
    const { body } = await test.as(admin).call(calls.usage.getModelUsage, { teamId });
    expect(body.models).toMatchObject([{ label: 'Thorough', input: 1600 }]);
    expect(body.members?.map(({ _id, name, cost }) => [_id, name !== undefined, cost])).toEqual([
      [one.id, true, 2100],
      [undefined, true, 1100],
      [undefined, false, 300],
      [admin.id, true, 0],
    ]);
    expect((await test.as(one).call(calls.usage.getModelUsage, { teamId })).status).toBe(403);
  });

  it('of members who used equally much is listed by name, and of models by label', async () => {
    const { teamId, admin, member } = await createTeam(test);
    const named = async (firstName: string) => {
      const { id } = await member();
      await test.db.update(users).set({ firstName, lastName: 'Kim' }).where(eq(users.id, id));
      return id;
    };
    const [zoe, ada, emil] = [await named('Zoe'), await named('Ada'), await named('Émil')];
    const others = [await named('Mia'), await named('Mia'), await named('Mia')];
    for (const id of [zoe, ada]) await use(id, 'dear', 100, { team: teamId });
    await test.db.update(users).set({ firstName: 'Zzz' }).where(eq(users.id, admin.id));
    const { body } = await test.as(admin).call(calls.usage.getModelUsage, { teamId });
    expect(body.members?.map(({ _id }) => _id)).toEqual([ada, zoe, emil, ...others.toSorted(), admin.id]);

    const user = await test.createUser();
    for (const name of ['other', 'fast'] as const) await use(user.id, name, 100);
    const ofUser = await test.as(user).call(calls.usage.getModelUsage, {});
    expect(ofUser.body.models.map(({ label }) => label)).toEqual(['Fast', 'Other']);
  });

  it('shows the budgets that a team’s admin sets and removes', async () => {
    const { teamId, admin, member } = await createTeam(test);
    const one = await member();
    const client = test.as(admin);
    await use(one.id, 'dear', 1000, { team: teamId });
    for (const dollars of [1, 12.5]) await client.call(calls.usage.setBudget, { teamId, dollars });
    await client.call(calls.usage.setBudget, { teamId, memberId: one.id, dollars: 0 });
    const read = async () => (await client.call(calls.usage.getModelUsage, { teamId })).body;
    expect(await read()).toMatchObject({ budget: 12.5, budgets: [{ scope: 'team', limit: 12_500_000, spent: 2100 }] });
    expect((await read()).members?.find(({ _id }) => _id === one.id)).toMatchObject({ budget: 0 });
    await client.call(calls.usage.setBudget, { teamId });
    await client.call(calls.usage.setBudget, { teamId, memberId: one.id });
    expect(await read()).toMatchObject({ budgets: [] });
    expect((await read()).members?.some(({ budget }) => budget !== undefined)).toBe(false);
    const stranger = (await test.createUser()).id;
    expect((await client.call(calls.usage.setBudget, { teamId, memberId: stranger, dollars: 1 })).body).toMatchObject({
      code: 'unknown-member',
    });
  });

  it('has budgets that are set based only on what an admin saw, and the team’s log names the admin', async () => {
    const { teamId, admin } = await createTeam(test);
    const client = test.as(admin);
    const read = async () => (await client.call(calls.usage.getModelUsage, { teamId })).body;
    const set = async (dollars: number | undefined, basedOn: string | undefined, memberId?: string) => {
      const { status } = await client.request({
        method: 'POST',
        url: `/api${calls.usage.setBudget.path}`,
        payload: { teamId, dollars, memberId },
        headers: basedOn === undefined ? {} : { 'if-match': `"${basedOn}"` },
      });
      return status;
    };
    const none = (await read()).budgetRevision;
    expect([await set(5, none), await set(7, none), await set(5, none)]).toEqual([200, 412, 200]);
    expect(await set(7, (await read()).budgetRevision)).toBe(200);
    expect(await set(undefined, none)).toBe(412);
    expect((await read()).budget).toBe(7);
    const own = (await read()).members?.find(({ _id }) => _id === admin.id)?.revision;
    expect([await set(1, own, admin.id), await set(2, own, admin.id)]).toEqual([200, 412]);
    expect(await set(undefined, undefined, admin.id)).toBe(200);
    const { entries } = (await client.call(calls.teams.listTeamLog, { teamId })).body;
    const event = { action: 'roleChanged', event: 'budget', actor: { _id: admin.id } };
    const ofMember = { ...event, event: 'memberBudget', member: { _id: admin.id } };
    expect(entries.slice(0, 4)).toMatchObject([
      { ...ofMember, budget: { was: 1 } },
      { ...ofMember, budget: { now: 1 } },
      { ...event, budget: { was: 5, now: 7 } },
      { ...event, budget: { now: 5 } },
    ]);
  });

  it('keeps the budget of a member who leaves and rejoins, so that nobody can drop theirs that way', async () => {
    const { teamId, admin, member } = await createTeam(test);
    const [leaver, client] = [await member(), test.as(admin)];
    await client.call(calls.usage.setBudget, { teamId, memberId: leaver.id, dollars: 5 });
    await use(leaver.id, 'dear', 100, { team: teamId });
    const shown = async () => {
      const { members = [], budgets } = (await client.call(calls.usage.getModelUsage, { teamId })).body;
      const ofOthers = members.filter(({ _id }) => _id !== admin.id);
      return { members: ofOthers.map(({ _id, budget }) => [_id, budget]), budgets };
    };
    await test.as(leaver).call(calls.teams.leaveTeam, { teamId });
    expect(await shown()).toEqual({ members: [[undefined, undefined]], budgets: [] });
    const own = (await test.as(leaver).call(calls.usage.getModelUsage, {})).body.budgets;
    expect(own.map(({ scope }) => scope)).toEqual(['person']);
    expect((await test.as(leaver).call(calls.teams.joinTeam, { teamId })).status).toBe(200);
    expect(await shown()).toEqual({ members: [[leaver.id, 5]], budgets: [] });
    const again = (await test.as(leaver).call(calls.usage.getModelUsage, {})).body.budgets;
    expect(again.map(({ scope, limit }) => [scope, limit])).toEqual([
      ['person', 20_000_000],
      ['member', 5_000_000],
    ]);
  });

  it('loses the budget of a member who is removed: one who rejoins has none', async () => {
    const { teamId, admin, member } = await createTeam(test);
    const [removed, client] = [await member(), test.as(admin)];
    await client.call(calls.usage.setBudget, { teamId, memberId: removed.id, dollars: 5 });
    await client.call(calls.teams.removeMember, { teamId, memberId: removed.id });
    await test.db.insert(teamMembers).values({ teamId, userId: removed.id, paid: true });
    const { members = [] } = (await client.call(calls.usage.getModelUsage, { teamId })).body;
    expect(members.find(({ _id }) => _id === removed.id)).toMatchObject({ _id: removed.id });
    expect(members.some(({ budget }) => budget !== undefined)).toBe(false);
  });
});
