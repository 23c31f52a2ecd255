import * as z from 'zod/mini';
import { done, nothing } from '../answers.ts';
import type { CallDef } from '../define.ts';
import { team, teamSummary } from '../entities/team.ts';
import { id } from '../id.ts';

export const getTeam = {
  kind: 'call',
  name: 'teams.getTeam',
  version: 1,
  method: 'GET',
  path: '/team',
  access: 'teamMember',
  input: () => z.strictObject({ teamId: id() }),
  output: team,
} as const satisfies CallDef;

export const listTeams = {
  kind: 'call',
  name: 'teams.listTeams',
  version: 1,
  method: 'GET',
  path: '/teams',
  access: 'user',
  input: nothing,
  output: () => z.object({ teams: z.array(teamSummary()) }),
} as const satisfies CallDef;

export const joinTeam = {
  kind: 'call',
  name: 'teams.joinTeam',
  version: 1,
  method: 'POST',
  path: '/joinTeam',
  access: 'user',
  input: () => z.strictObject({ teamId: id() }),
  output: done,
} as const satisfies CallDef;

export const switchActiveTeam = {
  kind: 'call',
  name: 'teams.switchActiveTeam',
  version: 1,
  method: 'POST',
  path: '/switchActiveTeam',
  access: 'user',
  input: () => z.strictObject({ teamId: id() }),
  output: done,
} as const satisfies CallDef;

/** With `deleted` the role named by `roleId` ends. */
export const createEditRole = {
  kind: 'call',
  name: 'teams.createEditRole',
  version: 1,
  method: 'POST',
  path: '/createEditTeamRole',
  access: 'teamAdmin',
  input: () =>
    z.strictObject({
      roleId: z.optional(id()),
      teamId: id(),
      name: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(100))),
      members: z.optional(z.array(id()).check(z.maxLength(100_000))),
      deleted: z.optional(z.literal(true)),
    }),
  output: done,
} as const satisfies CallDef;

export const editUserRoles = {
  kind: 'call',
  name: 'teams.editUserRoles',
  version: 1,
  method: 'POST',
  path: '/editUserTeamRoles',
  access: 'teamAdmin',
  input: () => z.strictObject({ memberId: id(), roleIds: z.array(id()).check(z.maxLength(1000)), teamId: id() }),
  output: done,
} as const satisfies CallDef;

export const removeMember = {
  kind: 'call',
  name: 'teams.removeMember',
  version: 1,
  method: 'POST',
  path: '/removeTeamMember',
  access: 'teamAdmin',
  input: () => z.strictObject({ memberId: id(), teamId: id() }),
  output: done,
} as const satisfies CallDef;
