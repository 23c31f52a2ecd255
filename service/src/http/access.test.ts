import { callTable } from '@atrium/shared-kernel/contracts/call-table';
import type { CallDef } from '@atrium/shared-kernel/contracts/define';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../db/id.ts';
import { teamMembers, teams } from '../db/schema/teams.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';
import type { TestClient } from '../testing/client.ts';
import { givePlan } from '../testing/users.ts';

let app: TestApp;
/** Creates the team with its members and its plan again. */
let makeTeam: () => Promise<void>;
const callers = new Map<string, TestClient>();
const teamId = newId();
const tomorrow = () => new Date(Date.now() + 24 * 60 * 60 * 1000);

beforeAll(async () => {
  app = await createTestApp();
  const [plain, premium, member, admin, product] = [
    await app.createUser(),
    await app.createUser({ premium: true }),
    await app.createUser(),
    await app.createUser(),
    await app.createUser({ booktAdmin: true }),
  ];
  makeTeam = async () => {
    await app.db.delete(teams).where(eq(teams.id, teamId));
    await app.db.insert(teams).values({ id: teamId, name: 'Matrix', seats: 2 });
    await app.db.insert(teamMembers).values([
      { teamId, userId: member.id, paid: true },
      { teamId, userId: admin.id, paid: false, admin: true },
    ]);
    await givePlan(app.db, admin.id, tomorrow(), teamId);
  };
  await makeTeam();
  callers.set('visitor', app.visitor);
  for (const [name, user] of Object.entries({ plain, premium, member, admin, product }))
    callers.set(name, app.as(user));
});
afterAll(() => app.close());

/** The callers that each access level allows. `member` has a paid seat and so is premium. */
const allowed: Record<CallDef['access'], readonly string[]> = {
  visitor: ['visitor', 'plain', 'premium', 'member', 'admin', 'product'],
  user: ['plain', 'premium', 'member', 'admin', 'product'],
  premium: ['premium', 'member'],
  teamMember: ['member', 'admin'],
  teamAdmin: ['admin'],
  productAdmin: ['product'],
};
const everybody = allowed.visitor;
const isOfTeam = ({ access }: CallDef) => access === 'teamMember' || access === 'teamAdmin';

/** What calls of a team need besides its id, because an invalid input is refused before the team is read. */
const neededBy: Readonly<Record<string, object>> = {
  'billing.renewTeamSubscription': { quantity: 2 },
  'billing.updateTeamSubscription': { quantity: 2, returnProrationAmount: true },
  'teams.editUserRoles': { memberId: newId(), roleIds: [] },
  'teams.removeMember': { memberId: newId() },
  'teams.setTeamAdmin': { memberId: newId(), admin: true },
  'teams.renameTeam': { name: 'Matrix' },
  'teams.setTeamModel': { model: null },
  'teams.transferOwnership': { memberId: newId() },
};

/**
 * An input for the access rule. A team's call names the team; other calls get an unknown field, which ends the call.
 */
const inputFor = (call: CallDef): object =>
  isOfTeam(call) ? { teamId, ...neededBy[call.name] } : { 'no such field': 1 };

const refusal = (call: CallDef, name: string) => (name === 'visitor' && call.access !== 'visitor' ? 401 : 403);

/** Calls that change the team, so that it has to be created again. */
const ending: ReadonlySet<string> = new Set(['teams.closeTeam', 'teams.leaveTeam']);

describe.each(callTable)('$name, for $access', (call) => {
  if (ending.has(call.name)) afterEach(() => makeTeam());

  it.each(allowed[call.access])('allows %s', async (name) => {
    const answer = await callers.get(name)?.call(call, inputFor(call));
    expect([200, 400, 404, 409]).toContain(answer?.status);
  });

  it.each(everybody.filter((name) => !allowed[call.access].includes(name)))('refuses %s', async (name) => {
    const answer = await callers.get(name)?.call(call, inputFor(call));
    expect(answer).toMatchObject({ status: refusal(call, name), body: { msg: expect.stringMatching(/\w/) } });
  });
});

describe('the rules', () => {
  it('count a plan as active for 24 hours after its end, and not longer', async () => {
    const call = callTable.find(({ access }) => access === 'premium') as CallDef;
    const minute = 60_000;
    const [late, gone] = [await app.createUser(), await app.createUser()];
    await givePlan(app.db, late.id, new Date(tomorrow().getTime() - 48 * 60 * minute + minute));
    await givePlan(app.db, gone.id, new Date(tomorrow().getTime() - 48 * 60 * minute - minute));
    expect((await app.as(late).call(call, inputFor(call))).status).not.toBe(403);
    expect((await app.as(gone).call(call, inputFor(call))).status).toBe(403);
  });

  it('refuse a team that does not exist like one of others', async () => {
    const call = callTable.find(({ name }) => name === 'teams.getTeam') as CallDef;
    expect(await callers.get('member')?.call(call, { teamId: newId() })).toMatchObject({ status: 403 });
  });
});
