import * as calls from '@atrium/shared-kernel/contracts/calls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { emailsTo } from '../../testing/mailbox.ts';
import { createTeam } from '../../testing/teams.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const set = (by: { id: string }, teamId: string, { id: memberId }: { id: string }, admin: boolean) =>
  app.as(by).call(calls.teams.setTeamAdmin, { teamId, memberId, admin });
const subjectsOf = async ({ email }: { email: string }) => (await emailsTo(app, email)).map(({ subject }) => subject);

describe('an admin', () => {
  it('is appointed, notified by email once, and dismissed', async () => {
    const { teamId, admin, member } = await createTeam(app);
    const user = await member();
    expect((await set(admin, teamId, user, true)).status).toBe(200);
    expect((await set(admin, teamId, user, true)).status).toBe(200);
    expect(await subjectsOf(user)).toEqual(['You’re now an admin of your team on Atrium']);
    expect((await app.as(user).call(calls.teams.getTeam, { teamId })).body.admins).toContain(user.id);
    expect((await set(user, teamId, admin, false)).status).toBe(200);
    expect((await app.as(user).call(calls.teams.getTeam, { teamId })).body.admins).toEqual([user.id]);
    expect((await set(admin, teamId, user, false)).status).toBe(403);
    const { entries } = (await app.as(user).call(calls.teams.listTeamLog, { teamId })).body;
    expect(entries.map(({ action, event, now }) => [action, event, now])).toEqual([
      ['memberRoles', 'adminRemoved', 'Member'],
      ['ownership', undefined, 'stays'],
    ]);
  });

  it('stays if they are the last, even if two dismiss each other at once', async () => {
    const { teamId, admin, member } = await createTeam(app);
    expect(await set(admin, teamId, admin, false)).toMatchObject({ status: 400, body: { code: 'last-admin' } });
    const second = await member({ admin: true });
    const both = await Promise.all([set(admin, teamId, second, false), set(second, teamId, admin, false)]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403]);
  });
});

describe('a visitor with a link', () => {
  const getInvitation = (input: { teamId: string; key?: string }) => app.visitor.call(calls.teams.getInvitation, input);

  it('reads the name of the team and nothing else, while the link is valid', async () => {
    const { teamId, admin } = await createTeam(app, { name: 'Borealis' });
    expect((await getInvitation({ teamId })).body).toEqual({ name: 'Borealis' });
    await app.as(admin).call(calls.teams.renewJoinLink, { teamId });
    expect(await getInvitation({ teamId })).toMatchObject({ status: 403, body: { code: 'invalid-join-link' } });
    expect((await getInvitation({ teamId, key: 'x' })).status).toBe(403);
    const { joinKey: key = '' } = (await app.as(admin).call(calls.teams.getTeam, { teamId })).body;
    expect((await getInvitation({ teamId, key })).body).toEqual({ name: 'Borealis' });
  });

  it('is rate limited for each network', async () => {
    const { teamId } = await createTeam(app);
    const answers = [];
    for (let left = 40; left > 0; left -= 1) answers.push((await getInvitation({ teamId })).status);
    expect(answers.at(-1)).toBe(429);
    expect(answers.filter((status) => status === 200).length).toBeGreaterThan(10);
  });
});
