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
  /** The id of a new role. A repeated creation finds the role by it. */
  readonly newRoleId?: string | undefined;
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
  return role;
};

const insertRole = async (tx: Tx, values: typeof roles.$inferInsert, newRoleId: string | undefined) => {
  const inserted = newRoleId
    ? await tx
        .insert(roles)
        .values({ ...values, id: newRoleId.toLowerCase() })
        .onConflictDoNothing()
        .returning({ id: roles.id })
    : [];
  // The id may be that of a deleted role, or of another team's.
  const [created] = inserted.length > 0 ? inserted : await tx.insert(roles).values(values).returning({ id: roles.id });
  return created!.id;
};

type Actor = Pick<Parameters<typeof logTeamChange>[1], 'teamId' | 'actorId'>;
type Role = typeof roles.$inferSelect;

const changeRole = async (
  tx: Tx,
  actor: Actor,
  role: Role,
  { name, members, deleted, basedOn }: Pick<RoleChange, 'name' | 'members' | 'deleted' | 'basedOn'>,
) => {
  const current = await membersOfRole(tx, role.id);
  const now = roleRevision(role.name, current);
  // An earlier request, whose answer was lost, may have saved it.
  if (!deleted && now === roleRevision(name ?? role.name, members ? ownIds(members) : current)) return undefined;
  requireBase(basedOn, now);
  if (deleted) {
    await tx.update(roles).set({ deleted: true }).where(eq(roles.id, role.id));
    return logTeamChange(tx, { ...actor, action: 'roleDeleted', was: role.name });
  }
  if (name !== undefined) await tx.update(roles).set({ name }).where(eq(roles.id, role.id));
  if (members) await setMembers(tx, role.teamId, role.id, members);
  return logTeamChange(tx, { ...actor, action: 'roleChanged', was: role.name, now: name ?? role.name });
};

/**
 * Creates a role. If an earlier request, whose answer was lost, has already created it, it gets what this one has
 * changed.
 */
const createRole = async (
  tx: Tx,
  actor: Actor,
  { name, members, newRoleId }: { name: string; members: readonly string[]; newRoleId: string | undefined },
) => {
  const earlier = newRoleId === undefined ? undefined : await findRole(tx, actor.teamId, newRoleId);
  if (!earlier) {
    const roleId = await insertRole(tx, { teamId: actor.teamId, name }, newRoleId);
    await setMembers(tx, actor.teamId, roleId, members);
    return logTeamChange(tx, { ...actor, action: 'roleCreated', now: name });
  }
  const now = roleRevision(earlier.name, await membersOfRole(tx, earlier.id));
  if (now === roleRevision(name, ownIds(members))) return undefined;
  return changeRole(tx, actor, earlier, { name, members, basedOn: undefined });
};

/**
 * Creates, changes, or deletes a role. An agent that only a deleted role may use stays closed, because deleting a role
 * must not give anybody access.
 */
export const saveRole = async (
  tx: Tx,
  adminId: string,
  { teamId, roleId, newRoleId, members, deleted, basedOn, ...request }: RoleChange,
) => {
  const team = await lockTeamAs(tx, teamId, adminId);
  const actor = { teamId: team.id, actorId: adminId };
  const name = request.name === undefined ? undefined : storable(request.name);
  if (roleId === undefined) {
    if (name === undefined || deleted) throw new DomainError('name-required');
    return createRole(tx, actor, { name, members: members ?? [], newRoleId });
  }
  const role = await findRole(tx, team.id, roleId);
  if (!role) throw new DomainError('unknown-role');
  return changeRole(tx, actor, role, { name, members, deleted, basedOn });
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
  const revisionWith = (ids: readonly string[]) => memberRevision(member, ids);
  const current = revisionWith(was.map(({ id }) => id));
  const ids = ownIds(roleIds);
  // An earlier save may have broken off between the roles and the rights of an admin.
  if (revisionWith(ids) === current) return;
  requireBase(basedOn, current);
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
