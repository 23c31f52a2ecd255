import { agents as agentCalls, profile, teams as teamCalls } from '@atrium/shared-kernel/contracts/calls';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { renewals } from '../../local/payments/renew.ts';
import { schema } from '../../db/database.ts';
import { newId } from '../../db/id.ts';
import { inspectFile } from '../../domain/files/readings.ts';
import { keyOf } from '../../ports/objects.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { createFixtures, type Fixtures } from '../../testing/authorization/fixtures.ts';
import { emailsTo } from '../../testing/mailbox.ts';
import { givePlan } from '../../testing/users.ts';

const { agents, customers, objectReadings, objects, paymentEvents, subscriptions, teamMembers, teams, users } = schema;
const day = 24 * 60 * 60 * 1000;
const end = new Date(Date.now() + 10 * day);

let app: TestApp;
let fixtures: Fixtures;
beforeAll(async () => {
  app = await createTestApp();
  fixtures = createFixtures(app);
});
afterAll(() => app.close());

type Part = 'admin' | 'member';
/** A team whose members joined a day apart, in the order of `parts`; the first one pays. */
const createTeam = async (parts: readonly Part[]) => {
  const teamId = newId();
  await app.db.insert(teams).values({ id: teamId, name: 'Atlas', seats: 5 });
  const members = [];
  for (const [at, part] of parts.entries()) {
    const user = await app.createUser();
    const createdDate = new Date(Date.now() - (parts.length - at) * day);
    await app.db
      .insert(teamMembers)
      .values({ teamId, userId: user.id, paid: true, admin: part === 'admin', createdDate });
    await app.db.update(users).set({ activeTeamId: teamId }).where(eq(users.id, user.id));
    members.push({ ...user, teamId, client: app.as(user) });
  }
  await givePlan(app.db, members[0]!.id, end, teamId);
  return { teamId, members };
};
type Someone = Awaited<ReturnType<typeof createTeam>>['members'][number];

const teamAgent = async (
  { id: userId, teamId }: Someone,
  files: { name: string; type: string; url: string }[] = [],
) => {
  const [row] = await app.db
    .insert(agents)
    .values({ userId, teamId, title: 'Guide', instruction: 'Lead.', files })
    .returning({ id: agents.id });
  return row!.id;
};
const leave = async ({ client }: Someone) => expect((await client.call(profile.deleteUser, {})).status).toBe(200);
const membersOf = async (teamId: string) => {
  const rows = await app.db.select().from(teamMembers).where(eq(teamMembers.teamId, teamId));
  return new Map(rows.map(({ userId, admin }) => [userId, admin]));
};
const logOf = async ({ client, teamId }: Someone) =>
  (await client.call(teamCalls.listTeamLog, { teamId })).body.entries.map(({ action, event, actor, member }) => [
    event ?? action,
    actor?._id,
    member?._id,
  ]);
const planOf = async (teamId: string) =>
  (await app.db.select().from(subscriptions).where(eq(subscriptions.teamId, teamId)))[0];

describe('a team whose only admin deletes their account', () => {
  it('continues with its longest-standing member as admin, who has all rights of an admin', async () => {
    const { teamId, members } = await createTeam(['admin', 'member', 'member']);
    const [admin, oldest, newest] = members as [Someone, Someone, Someone];
    await leave(admin);
    expect(await membersOf(teamId)).toEqual(
      new Map([
        [oldest.id, true],
        [newest.id, false],
      ]),
    );
    const { status, body } = await oldest.client.call(teamCalls.getTeam, { teamId });
    expect(status).toBe(200);
    expect(body).toMatchObject({ _id: teamId, name: 'Atlas' });
    const made = await oldest.client.call(agentCalls.createEditAgent, { teamId, title: 'New', instruction: 'Go.' });
    expect(made.status).toBe(200);
  });

  it('keeps its agents with their files, for all of its members', async () => {
    const { teamId, members } = await createTeam(['admin', 'member', 'member']);
    const [admin, oldest, newest] = members as [Someone, Someone, Someone];
    const url = await fixtures.file(admin);
    const flowId = await teamAgent(admin, [{ name: 'tea.txt', type: 'text/plain', url }]);
    const privateFile = await fixtures.file(admin);
    await leave(admin);
    for (const { client } of [oldest, newest]) {
      const { status, body } = await client.call(agentCalls.getAgent, { flowId });
      expect(status).toBe(200);
      expect(body).toMatchObject({ title: 'Guide' });
    }
    const [row] = await app.db.select().from(agents).where(eq(agents.id, flowId));
    expect(row).toMatchObject({ userId: oldest.id, teamId });
    expect(await app.services.objects.read(url.replace('/objects/', ''))).toBeDefined();
    expect(await app.services.objects.read(privateFile.replace('/objects/', ''))).toBeUndefined();
  });

  it('keeps the paid period of its plan, for which its new admin is responsible, and no longer charges the former card', async () => {
    const { teamId, members } = await createTeam(['admin', 'member']);
    const [admin, member] = members as [Someone, Someone];
    const before = await planOf(teamId);
    await leave(admin);
    const plan = await planOf(teamId);
    expect(plan).toMatchObject({ id: before!.id, userId: member.id, status: 'active', currentEnd: end });
    const [customer] = await app.db.select().from(customers).where(eq(customers.id, plan!.customerId));
    expect(customer).toMatchObject({ userId: member.id, teamId, provider: 'local' });
    await renewals(app.services.database, () => end.getTime() + 1000).run();
    expect(await planOf(teamId)).toMatchObject({ status: 'canceled', currentEnd: end });
    const charged = await app.db.select().from(paymentEvents).where(eq(paymentEvents.type, 'renewal.paid'));
    expect(JSON.stringify(charged)).not.toContain(before!.providerId);
  });

  it('notifies its new admin at once, by email and in the activity, that the plan ends unless they resume it', async () => {
    const { teamId, members } = await createTeam(['admin', 'member', 'member']);
    const [admin, oldest, newest] = members as [Someone, Someone, Someone];
    await leave(admin);
    const emails = await emailsTo(app, oldest.email);
    expect(emails.map(({ subject }) => subject)).toEqual([
      'You’re now an admin of your team on Atrium',
      'Your team on Atrium needs a new payment method',
    ]);
    const formatted = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format(end);
    expect(emails[1]!.plain).toContain(`The seats are paid until ${formatted}.`);
    expect(await emailsTo(app, newest.email)).toEqual([]);
    const { body } = await oldest.client.call(teamCalls.listTeamLog, { teamId });
    expect(body.entries[0]).toMatchObject({
      action: 'ownership',
      event: 'payerLeft',
      member: { _id: oldest.id },
      now: end.toISOString(),
    });
    expect((await oldest.client.call(teamCalls.getTeam, { teamId })).body.plan).toMatchObject({ cancelAtEnd: true });
  });

  it('that somebody else pays for tells its new admin by email, and everybody in the activity', async () => {
    const { teamId, members } = await createTeam(['member', 'admin', 'member']);
    const [payer, admin, newest] = members as [Someone, Someone, Someone];
    await leave(admin);
    expect(await emailsTo(app, payer.email)).toMatchObject([{ subject: 'You’re now an admin of your team on Atrium' }]);
    expect(await emailsTo(app, newest.email)).toEqual([]);
    expect(await logOf(payer)).toEqual([
      ['ownership', undefined, payer.id],
      ['left', undefined, undefined],
    ]);
    expect((await planOf(teamId))?.userId).toBe(payer.id);
  });

  it('leaves the customer of its new admin to that admin’s own plan', async () => {
    const { teamId, members } = await createTeam(['admin', 'member']);
    const [admin, member] = members as [Someone, Someone];
    await givePlan(app.db, member.id, end);
    await leave(admin);
    const own = await app.db.select().from(customers).where(eq(customers.userId, member.id));
    expect(new Set(own.map((customer) => customer.teamId))).toEqual(new Set([teamId, null]));
    expect((await planOf(teamId))?.customerId).toBe(own.find((customer) => customer.teamId === teamId)?.id);
  });
});

describe('a team with another admin', () => {
  it('passes to that admin, however short their time, and appoints nobody else', async () => {
    const { teamId, members } = await createTeam(['admin', 'member', 'admin']);
    const [first, member, second] = members as [Someone, Someone, Someone];
    const flowId = await teamAgent(first);
    await leave(first);
    expect(await membersOf(teamId)).toEqual(
      new Map([
        [member.id, false],
        [second.id, true],
      ]),
    );
    expect((await planOf(teamId))?.userId).toBe(second.id);
    expect((await logOf(second)).map(([action]) => action)).toEqual(['payerLeft', 'left']);
    expect((await app.db.select().from(agents).where(eq(agents.id, flowId)))[0]?.userId).toBe(second.id);
  });

  it('survives if both of them leave at once', async () => {
    const { teamId, members } = await createTeam(['admin', 'admin', 'member']);
    const [first, second, member] = members as [Someone, Someone, Someone];
    await Promise.all([leave(first), leave(second)]);
    expect(await membersOf(teamId)).toEqual(new Map([[member.id, true]]));
    expect((await planOf(teamId))?.userId).toBe(member.id);
  });
});

describe('a member who is not an admin', () => {
  it('leaves, and the team stays unchanged', async () => {
    const { teamId, members } = await createTeam(['admin', 'member']);
    const [admin, member] = members as [Someone, Someone];
    const plan = await planOf(teamId);
    await leave(member);
    expect(await membersOf(teamId)).toEqual(new Map([[admin.id, true]]));
    expect(await planOf(teamId)).toEqual(plan);
    expect(await logOf(admin)).toEqual([['left', undefined, undefined]]);
    expect(await emailsTo(app, admin.email)).toEqual([]);
  });

  it('who lost the seat long ago leaves their agents to the team', async () => {
    const { teamId, members } = await createTeam(['admin', 'member']);
    const [admin, member] = members as [Someone, Someone];
    const flowId = await teamAgent(member);
    await app.db.delete(teamMembers).where(eq(teamMembers.userId, member.id));
    await leave(member);
    expect((await app.db.select().from(agents).where(eq(agents.id, flowId)))[0]?.userId).toBe(admin.id);
    expect(await membersOf(teamId)).toEqual(new Map([[admin.id, true]]));
    expect(await logOf(admin)).toEqual([]);
  });
});

describe('a file in an agent that another member created', () => {
  const expectKept = async (admin: Someone, owner: Omit<Someone, 'teamId'>) => {
    const { client, id, teamId } = admin;
    const url = await fixtures.file(owner);
    const file = { name: 'tea.txt', type: 'text/plain', url };
    const flowId = await teamAgent(admin, [file]);
    await inspectFile(app.services, keyOf(url)!, file.name);
    expect((await owner.client.call(profile.deleteUser, {})).status).toBe(200);
    const [row] = await app.db
      .select({ userId: objects.userId, words: objectReadings.words })
      .from(objects)
      .innerJoin(objectReadings, eq(objectReadings.key, objects.key))
      .where(eq(objects.key, keyOf(url)!));
    expect(row).toEqual({ userId: id, words: 4 });
    const change = { flowId, teamId, title: 'Guide', instruction: 'Lead on.', files: [file] };
    expect(await client.call(agentCalls.createEditAgent, change)).toMatchObject({ status: 200 });
  };

  it('stays with the team if its owner lost the seat long ago', async () => {
    const { teamId, members } = await createTeam(['admin', 'admin']);
    const [admin, former] = members as [Someone, Someone];
    await app.db.delete(teamMembers).where(eq(teamMembers.userId, former.id));
    await expectKept(admin, former);
    expect(await membersOf(teamId)).toEqual(new Map([[admin.id, true]]));
  });

  it('stays with the team if its owner was never a member', async () => {
    const { members } = await createTeam(['admin']);
    const stranger = await app.createUser();
    await expectKept(members[0]!, { ...stranger, client: app.as(stranger) });
  });
});

it('deletes a team without other members, with its agents and its plan, so that nothing renews', async () => {
  const { teamId, members } = await createTeam(['admin']);
  const [admin] = members as [Someone];
  const flowId = await teamAgent(admin);
  await leave(admin);
  expect(await app.db.select().from(teams).where(eq(teams.id, teamId))).toEqual([]);
  expect(await app.db.select().from(agents).where(eq(agents.id, flowId))).toEqual([]);
  expect(await planOf(teamId)).toBeUndefined();
});
