import * as calls from '@atrium/shared-kernel/contracts/calls';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { users } from '../../db/schema/accounts.ts';
import { setSeats } from '../../domain/teams/seats.ts';
import { logTeamChange } from '../../domain/teams/team-log.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { createTeam } from '../../testing/teams.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const { teams } = calls;

describe('the log of a team', () => {
  it('shows admins who changed what, newest first', async () => {
    const { teamId, admin, member } = await createTeam(app);
    const [joiner, other] = [await app.createUser({ firstName: 'Jo', lastName: 'Yun' }), await member()];
    const client = app.as(admin);
    await app.as(joiner).call(teams.joinTeam, { teamId });
    await client.call(teams.renameTeam, { teamId, name: 'Borealis' });
    await client.call(teams.renameTeam, { teamId, name: 'Borealis' });
    await client.call(teams.createEditRole, { teamId, name: 'Sales' });
    const roleId = (await client.call(teams.getTeam, { teamId })).body.roles[0]!._id;
    await client.call(teams.editUserRoles, { teamId, memberId: joiner.id, roleIds: [roleId] });
    await client.call(teams.createEditRole, { teamId, roleId, name: 'Selling' });
    await client.call(teams.createEditRole, { teamId, roleId, deleted: true });
    await client.call(teams.renewJoinLink, { teamId });
    await client.call(teams.removeMember, { teamId, memberId: other.id });
    await client.call(teams.transferOwnership, { teamId, memberId: joiner.id });
    expect((await client.call(teams.listTeamLog, { teamId })).status).toBe(403);

    const { body } = await app.as(joiner).call(teams.listTeamLog, { teamId });
    const tess = { _id: admin.id, firstName: 'Tess', lastName: 'Okafor' };
    const jo = { _id: joiner.id, firstName: 'Jo', lastName: 'Yun' };
    expect(body.more).toBe(false);
    expect(body.entries.map((entry) => ({ ...entry, _id: undefined, createdDate: undefined }))).toEqual([
      { action: 'ownership', actor: tess, member: jo },
      { action: 'removed', actor: tess, member: { _id: other.id, firstName: 'Ada', lastName: 'Lovelace' } },
      { action: 'linkRenewed', actor: tess },
      { action: 'roleDeleted', actor: tess, was: 'Selling' },
      { action: 'roleChanged', actor: tess, was: 'Sales', now: 'Selling' },
      { action: 'memberRoles', actor: tess, member: jo, was: '', now: 'Sales' },
      { action: 'roleCreated', actor: tess, now: 'Sales' },
      { action: 'renamed', actor: tess, was: 'Atlas', now: 'Borealis' },
      { action: 'joined', actor: jo, member: jo, now: 'seat' },
    ]);
  });

  it('shows seat changes with the user who made them, or the provider', async () => {
    const { teamId, admin } = await createTeam(app);
    await setSeats(app.db, { teamId, quantity: 7, actorId: admin.id });
    await setSeats(app.db, { teamId, quantity: 7 });
    await setSeats(app.db, { teamId, quantity: 6 });
    const { body } = await app.as(admin).call(teams.listTeamLog, { teamId });
    expect(body.entries.map(({ action, actor, was, now }) => [action, actor?._id, was, now])).toEqual([
      ['seats', undefined, '7', '6'],
      ['seats', admin.id, '5', '7'],
    ]);
  });

  it('is returned in pages and names no deleted accounts', async () => {
    const { teamId, admin, member } = await createTeam(app);
    const gone = await member();
    for (let seats = 1; seats <= 120; seats += 1)
      await logTeamChange(app.db, { teamId, action: 'seats', actorId: gone.id, now: String(seats) });
    await app.db.delete(users).where(eq(users.id, gone.id));
    const read = async (before?: string) =>
      (await app.as(admin).call(teams.listTeamLog, { teamId, ...(before ? { before } : {}) })).body;
    const first = await read();
    const second = await read(first.entries.at(-1)!._id);
    const last = await read(second.entries.at(-1)!._id);
    expect([first, second, last].map(({ entries, more }) => [entries.length, more])).toEqual([
      [50, true],
      [50, true],
      [20, false],
    ]);
    const logged = [first, second, last].flatMap(({ entries }) => entries);
    expect(logged.map(({ now }) => now)).toEqual(Array.from({ length: 120 }, (_, at) => String(120 - at)));
    expect(logged.every(({ actor }) => actor === undefined)).toBe(true);
  });
});

describe('the ownership of a team', () => {
  it('passes to a member, and the one who had it is a member like others', async () => {
    const { teamId, admin, member } = await createTeam(app);
    const heir = await member();
    const request = { teamId, memberId: heir.id };
    expect((await app.as(admin).call(teams.transferOwnership, request)).status).toBe(200);
    expect((await app.as(admin).call(teams.renameTeam, { teamId, name: 'Mine' })).status).toBe(403);
    expect((await app.as(heir).call(teams.getTeam, { teamId })).body.admins).toEqual([heir.id]);
  });

  it('may be shared, and is unavailable outside of it', async () => {
    const { teamId, admin, member } = await createTeam(app);
    const second = await member();
    const give = (memberId: string) => app.as(admin).call(teams.transferOwnership, { teamId, memberId, stay: true });
    expect((await give((await app.createUser()).id)).status).toBe(404);
    expect((await give(admin.id)).status).toBe(400);
    expect((await give(second.id)).status).toBe(200);
    const { admins } = (await app.as(second).call(teams.getTeam, { teamId })).body;
    expect(admins.toSorted()).toEqual([admin.id, second.id].toSorted());
  });
});
