import * as z from 'zod/mini';
import { done, nothing } from '../answers.ts';
import { joinLinkDays } from '../constants.ts';
import type { CallDef } from '../define.ts';
import { team, teamLogEntry, teamSummary } from '../entities/team.ts';
import { givenName } from '../given-name.ts';
import { id } from '../id.ts';

const name = () => givenName(100);

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

/**
 * Joins a team and occupies a seat, or none for users with a plan of their own. `key` is the key of a renewed link. The
 * answer has a message if the caller was a member already.
 */
export const joinTeam = {
  kind: 'call',
  name: 'teams.joinTeam',
  version: 1,
  method: 'POST',
  path: '/joinTeam',
  access: 'user',
  input: () => z.strictObject({ teamId: id(), key: z.optional(z.string().check(z.maxLength(100))) }),
  output: done,
} as const satisfies CallDef;

/** What a visitor with a valid link sees before signing up: only the name. Beyond the specification. */
export const getInvitation = {
  kind: 'call',
  name: 'teams.getInvitation',
  version: 1,
  method: 'GET',
  path: '/teamInvitation',
  access: 'visitor',
  input: () => z.strictObject({ teamId: id(), key: z.optional(z.string().check(z.maxLength(100))) }),
  output: () => z.object({ name: z.string() }),
} as const satisfies CallDef;

/**
 * Removes the caller from a team. The last admin cannot leave. Fails with the code `team-plan-ends` if the team has
 * changed while its payer was leaving: they stay, but their card is removed. Beyond the specification.
 */
export const leaveTeam = {
  kind: 'call',
  name: 'teams.leaveTeam',
  version: 1,
  method: 'POST',
  path: '/leaveTeam',
  access: 'teamMember',
  input: () => z.strictObject({ teamId: id() }),
  output: done,
} as const satisfies CallDef;

/** Makes a member an admin, or removes that right. Beyond the specification. */
export const setTeamAdmin = {
  kind: 'call',
  name: 'teams.setTeamAdmin',
  version: 1,
  method: 'POST',
  path: '/setTeamAdmin',
  access: 'teamAdmin',
  basedOn: true,
  input: () => z.strictObject({ teamId: id(), memberId: id(), admin: z.boolean() }),
  output: done,
} as const satisfies CallDef;

/**
 * Cancels the plan of a team at its provider immediately, and then deletes the team. Fails with the code
 * `payment-pending` while a payment for it is on its way. Beyond the specification.
 */
export const closeTeam = {
  kind: 'call',
  name: 'teams.closeTeam',
  version: 1,
  method: 'POST',
  path: '/closeTeam',
  access: 'teamAdmin',
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

/**
 * With `deleted`, the role `roleId` is deleted. A new one gets the id `newRoleId` if it is given, so that a repeated
 * request, after an answer was lost, creates it only once and saves what has changed since.
 */
export const createEditRole = {
  kind: 'call',
  name: 'teams.createEditRole',
  version: 1,
  method: 'POST',
  path: '/createEditTeamRole',
  access: 'teamAdmin',
  basedOn: true,
  input: () =>
    z.strictObject({
      roleId: z.optional(id()),
      newRoleId: z.optional(id()),
      teamId: id(),
      name: z.optional(name()),
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
  basedOn: true,
  input: () => z.strictObject({ memberId: id(), roleIds: z.array(id()).check(z.maxLength(1000)), teamId: id() }),
  output: done,
} as const satisfies CallDef;

/** Fails with the code `team-plan-ends` like `leaveTeam`, if the member pays for the team. */
export const removeMember = {
  kind: 'call',
  name: 'teams.removeMember',
  version: 1,
  method: 'POST',
  path: '/removeTeamMember',
  access: 'teamAdmin',
  basedOn: true,
  input: () => z.strictObject({ memberId: id(), teamId: id() }),
  output: done,
} as const satisfies CallDef;

export const renameTeam = {
  kind: 'call',
  name: 'teams.renameTeam',
  version: 1,
  method: 'POST',
  path: '/renameTeam',
  access: 'teamAdmin',
  basedOn: true,
  input: () => z.strictObject({ teamId: id(), name: name() }),
  output: done,
} as const satisfies CallDef;

/** The model for new chats of members who chose none. Null: the first for each. Beyond the specification. */
export const setTeamModel = {
  kind: 'call',
  name: 'teams.setTeamModel',
  version: 1,
  method: 'POST',
  path: '/setTeamModel',
  access: 'teamAdmin',
  basedOn: true,
  input: () => z.strictObject({ teamId: id(), model: z.nullable(z.string().check(z.minLength(1), z.maxLength(64))) }),
  output: done,
} as const satisfies CallDef;

/** Turns off the current join link and creates another, valid for `days` or until it is renewed again. */
export const renewJoinLink = {
  kind: 'call',
  name: 'teams.renewJoinLink',
  version: 1,
  method: 'POST',
  path: '/renewJoinLink',
  access: 'teamAdmin',
  basedOn: true,
  input: () => z.strictObject({ teamId: id(), days: z.optional(z.literal(joinLinkDays)) }),
  output: done,
} as const satisfies CallDef;

/** Makes a member an admin. The caller stops being one, unless they `stay`. */
export const transferOwnership = {
  kind: 'call',
  name: 'teams.transferOwnership',
  version: 1,
  method: 'POST',
  path: '/transferTeam',
  access: 'teamAdmin',
  basedOn: true,
  input: () => z.strictObject({ teamId: id(), memberId: id(), stay: z.optional(z.boolean()) }),
  output: done,
} as const satisfies CallDef;

/** The newest 50 entries, or the next older ones before the entry `before`. */
export const listTeamLog = {
  kind: 'call',
  name: 'teams.listTeamLog',
  version: 1,
  method: 'GET',
  path: '/teamLog',
  access: 'teamAdmin',
  input: () => z.strictObject({ teamId: id(), before: z.optional(id()) }),
  output: () => z.object({ entries: z.array(teamLogEntry()), more: z.boolean() }),
} as const satisfies CallDef;
