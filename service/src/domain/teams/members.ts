import { and, asc, eq, inArray } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { users } from '../../db/schema/accounts.ts';
import { roleMembers, roles, teamMembers, teamRemovals } from '../../db/schema/teams.ts';
import { type BasedOn, requireBase } from '../revision.ts';
import { lockTeamAs, requireMember } from './lock-team.ts';
import { adminsOf, adminsRevision, memberRevision, rolesOf } from './revisions.ts';
import { logTeamChange } from './team-log.ts';
import { DomainError } from '../domain-error.ts';

/** The team that a person sees once `lost` is gone: another of theirs, or none. */
const switchAway = async (tx: Tx, userId: string, lost: string): Promise<void> => {
  const [other] = await tx
    .select({ id: teamMembers.teamId })
    .from(teamMembers)
    .where(eq(teamMembers.userId, userId))
    .orderBy(asc(teamMembers.createdDate), asc(teamMembers.teamId))
    .limit(1);
  await tx
    .update(users)
    .set({ activeTeamId: other?.id ?? null })
    .where(and(eq(users.id, userId), eq(users.activeTeamId, lost)));
};

/**
 * Takes a person out of a team: the seat is free, the roles are lost, the team's agents are out of reach, and the link
 * that led in does not lead back. An admin may go, too, unless they are the last.
 */
export const removeFromTeam = async (
  tx: Tx,
  adminId: string,
  { teamId, memberId, basedOn }: { teamId: string; memberId: string; basedOn: BasedOn },
  now: Date,
) => {
  const team = await lockTeamAs(tx, teamId, adminId);
  const member = await requireMember(tx, team.id, memberId.toLowerCase());
  const { userId, admin } = member;
  const held = await rolesOf(tx, team.id, userId);
  requireBase(
    basedOn,
    memberRevision(
      member,
      held.map(({ id }) => id),
    ),
  );
  if (admin && (await adminsOf(tx, team.id)).length === 1) throw new DomainError('last-admin');
  const ownRoles = tx.select({ id: roles.id }).from(roles).where(eq(roles.teamId, team.id));
  await tx.delete(roleMembers).where(and(eq(roleMembers.userId, userId), inArray(roleMembers.roleId, ownRoles)));
  await tx.delete(teamMembers).where(and(eq(teamMembers.teamId, team.id), eq(teamMembers.userId, userId)));
  await switchAway(tx, userId, team.id);
  const left = userId === adminId;
  if (!left)
    await tx
      .insert(teamRemovals)
      .values({ teamId: team.id, userId, createdDate: now })
      .onConflictDoUpdate({ target: [teamRemovals.teamId, teamRemovals.userId], set: { createdDate: now } });
  const action = left ? 'left' : 'removed';
  await logTeamChange(tx, { teamId: team.id, action, actorId: adminId, memberId: userId });
};

interface TransferRequest {
  readonly teamId: string;
  readonly memberId: string;
  readonly stay?: boolean | undefined;
  readonly basedOn: BasedOn;
}

/** Makes a member admin. The one who asks is none any more, unless `stay`. */
export const transferTeam = async (
  tx: Tx,
  adminId: string,
  { teamId, memberId, stay = false, basedOn }: TransferRequest,
) => {
  const team = await lockTeamAs(tx, teamId, adminId);
  requireBase(basedOn, adminsRevision(await adminsOf(tx, team.id)));
  const { userId } = await requireMember(tx, team.id, memberId.toLowerCase());
  if (userId === adminId) throw new DomainError('already-admin');
  const setAdmin = (id: string, admin: boolean) =>
    tx
      .update(teamMembers)
      .set({ admin })
      .where(and(eq(teamMembers.teamId, team.id), eq(teamMembers.userId, id)));
  await setAdmin(userId, true);
  if (!stay) await setAdmin(adminId, false);
  await logTeamChange(tx, {
    teamId: team.id,
    action: 'ownership',
    actorId: adminId,
    memberId: userId,
    now: stay ? 'stays' : undefined,
  });
};
