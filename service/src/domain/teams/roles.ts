import { and, eq, inArray } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { roleMembers, roles, teamMembers } from '../../db/schema/teams.ts';
import { type BasedOn, requireBase } from '../revision.ts';
import { storable } from '../text.ts';
import { lockTeamAs, requireMember } from './lock-team.ts';
import { memberRevision, membersOfRole, roleRevision, rolesOf } from './revisions.ts';
import { logTeamChange } from './team-log.ts';
import { DomainError } from '../domain-error.ts';

export interface RoleChange {
  readonly teamId: string;
  /** Undefined for a new role. */
  readonly roleId?: string | undefined;
  readonly name?: string | undefined;
  /** The ids of all its members; undefined leaves them unchanged. */
  readonly members?: readonly string[] | undefined;
  readonly deleted?: true | undefined;
  readonly basedOn: BasedOn;
}

const ownIds = (ids: readonly string[]): string[] => [...new Set(ids.map((id) => id.toLowerCase()))];

const setMembers = async (tx: Tx, teamId: string, roleId: string, memberIds: readonly string[]): Promise<void> => {
  const ids = ownIds(memberIds);
  if (ids.length > 0) {
    const known = await tx
      .select({ id: teamMembers.userId })
      .from(teamMembers)
      .where(and(eq(teamMembers.teamId, teamId), inArray(teamMembers.userId, ids)));
    if (known.length < ids.length) throw new DomainError('unknown-member');
  }
  await tx.delete(roleMembers).where(eq(roleMembers.roleId, roleId));
  if (ids.length > 0) await tx.insert(roleMembers).values(ids.map((userId) => ({ roleId, userId })));
};

const findRole = async (tx: Tx, teamId: string, roleId: string) => {
  const [role] = await tx
    .select()
    .from(roles)
    .where(and(eq(roles.id, roleId.toLowerCase()), eq(roles.teamId, teamId), eq(roles.deleted, false)));
  if (!role) throw new DomainError('unknown-role');
  return role;
};

/**
 * Creates, changes, or deletes a role. An agent that only a deleted role may use stays closed, because deleting a role
 * must not give anybody access.
 */
export const saveRole = async (
  tx: Tx,
  adminId: string,
  { teamId, roleId, members, deleted, basedOn, ...request }: RoleChange,
) => {
  const team = await lockTeamAs(tx, teamId, adminId);
  const change = { teamId: team.id, actorId: adminId };
  const name = request.name === undefined ? undefined : storable(request.name);
  if (roleId === undefined) {
    if (name === undefined || deleted) throw new DomainError('name-required');
    const [created] = await tx.insert(roles).values({ teamId: team.id, name }).returning({ id: roles.id });
    await setMembers(tx, team.id, created!.id, members ?? []);
    return logTeamChange(tx, { ...change, action: 'roleCreated', now: name });
  }
  const role = await findRole(tx, team.id, roleId);
  requireBase(basedOn, roleRevision(role.name, await membersOfRole(tx, role.id)));
  if (deleted) {
    await tx.update(roles).set({ deleted: true }).where(eq(roles.id, role.id));
    return logTeamChange(tx, { ...change, action: 'roleDeleted', was: role.name });
  }
  if (name !== undefined) await tx.update(roles).set({ name }).where(eq(roles.id, role.id));
  if (members) await setMembers(tx, team.id, role.id, members);
  return logTeamChange(tx, { ...change, action: 'roleChanged', was: role.name, now: name ?? role.name });
};

interface RolesChange {
  readonly teamId: string;
  readonly memberId: string;
  readonly roleIds: readonly string[];
  readonly basedOn: BasedOn;
}

/** Sets the roles of a member in the team (B6.12). */
export const setRolesOf = async (
  tx: Tx,
  adminId: string,
  { teamId, memberId, roleIds, basedOn }: RolesChange,
): Promise<void> => {
  const team = await lockTeamAs(tx, teamId, adminId);
  const member = await requireMember(tx, team.id, memberId.toLowerCase());
  const { userId } = member;
  const was = await rolesOf(tx, team.id, userId);
  requireBase(
    basedOn,
    memberRevision(
      member,
      was.map(({ id }) => id),
    ),
  );
  const ids = ownIds(roleIds);
  const activeRoles = await tx
    .select({ id: roles.id })
    .from(roles)
    .where(and(eq(roles.teamId, team.id), eq(roles.deleted, false)));
  const known = new Set(activeRoles.map(({ id }) => id));
  if (ids.some((id) => !known.has(id))) throw new DomainError('unknown-role');
  if (known.size > 0)
    await tx.delete(roleMembers).where(and(eq(roleMembers.userId, userId), inArray(roleMembers.roleId, [...known])));
  if (ids.length > 0) await tx.insert(roleMembers).values(ids.map((roleId) => ({ roleId, userId })));
  const now = await rolesOf(tx, team.id, userId);
  const namesOf = (list: typeof was) => list.map(({ name }) => name).join(', ');
  await logTeamChange(tx, {
    teamId: team.id,
    action: 'memberRoles',
    actorId: adminId,
    memberId: userId,
    was: namesOf(was),
    now: namesOf(now),
  });
};
