import type { CallDef, InferInput } from '@atrium/shared-kernel/contracts/define';
import { schema } from '../../db/database.ts';
import type { TestApp } from '../app.ts';
import { createPerson, createTeam } from '../authorization/actors.ts';
import type { Fixtures } from '../authorization/fixtures.ts';
import type { TestClient } from '../client.ts';

/** Prepares a call. The returned function makes it. */
export type Case = (app: TestApp, fixtures: Fixtures) => Promise<() => Promise<unknown>>;

export type Cases = Readonly<Record<string, readonly Case[]>>;

export const premium = (app: TestApp) => createPerson(app, 'premium');
export const making =
  <C extends CallDef>(client: TestClient, call: C, input: InferInput<C['input']>) =>
  () =>
    client.call(call, input);
export const inTeam = async (app: TestApp) => {
  const team = await createTeam(app);
  const [admin, member] = [app.as(team.admin), app.as(team.member)];
  for (const client of [admin, member]) await client.token();
  return { teamId: team.teamId, admin, member, adminId: team.admin.id, memberId: team.member.id };
};
export const roleWith = async (app: TestApp, teamId: string, userId: string) => {
  const [role] = await app.db.insert(schema.roles).values({ teamId, name: 'Editors' }).returning();
  await app.db.insert(schema.roleMembers).values({ roleId: role!.id, userId });
  return role!.id;
};
