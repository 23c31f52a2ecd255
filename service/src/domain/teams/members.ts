import { and, asc, eq, inArray } from 'drizzle-orm';
import type { Tx, Db } from '../../db/database.ts';
import { users } from '../../db/schema/accounts.ts';
import { roleMembers, roles, teamMembers, teamRemovals } from '../../db/schema/teams.ts';
import { teamBudgets } from '../../db/schema/usage.ts';
import { requireBase, type BasedOn } from '../revision.ts';
import { newAdminMail, removedFromTeamMail } from '../mail/teams.ts';
import { heirOf, passSubscriptions, type HandoverParts } from './handover.ts';
import { lockTeam, lockTeamAs, requireMember, type TeamRow } from './lock-team.ts';
import { adminsOf, adminsRevision, memberRevision, rolesOf } from './revisions.ts';
import { logTeamChange } from './team-log.ts';
import { DomainError } from '../domain-error.ts';

/** The membership of a user in a team; undefined if they are not a member. */
export const membershipOf = async (
  db: Db,
  teamId: string,
  userId: string,
): Promise<{ readonly admin: boolean } | undefined> => {
  const [membership] = await db
    .select({ admin: teamMembers.admin })
    .from(teamMembers)
    .where(and(eq(teamMembers.teamId, teamId), eq(teamMembers.userId, userId)));
  return membership;
};

/** Makes another of the user's teams active, or none, after they have lost one. */
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

type Member = Awaited<ReturnType<typeof requireMember>>;

/** Removes the member: frees the seat, and passes on the plan if they pay for it. Throws for the last admin. */
const removeMember = async (parts: HandoverParts, tx: Tx, { teamId, userId, admin }: Member): Promise<void> => {
  if (admin && (await adminsOf(tx, teamId)).length === 1) throw new DomainError('last-admin');
  const ownRoles = tx.select({ id: roles.id }).from(roles).where(eq(roles.teamId, teamId));
  await tx.delete(roleMembers).where(and(eq(roleMembers.userId, userId), inArray(roleMembers.roleId, ownRoles)));
  await tx.delete(teamMembers).where(and(eq(teamMembers.teamId, teamId), eq(teamMembers.userId, userId)));
  await switchAway(tx, userId, teamId);
  const heir = await heirOf(tx, teamId, userId);
  if (heir !== undefined) await passSubscriptions(parts, tx, { teamId, userId, heir });
};

/**
 * Removes the requesting member from a team; they may rejoin with a link. Their budget applies again then, or everybody
 * could drop theirs by leaving.
 */
export const leaveTeam = async (
  parts: HandoverParts,
  tx: Tx,
  { teamId, userId }: { teamId: string; userId: string },
): Promise<void> => {
  const team = await lockTeam(tx, teamId);
  await removeMember(parts, tx, await requireMember(tx, team.id, userId));
  await logTeamChange(tx, { teamId: team.id, action: 'left', actorId: userId, memberId: userId });
};

const readerOf = async ({ config }: HandoverParts, tx: Tx, userId: string, { id: teamId, name: team }: TeamRow) => {
  const [person] = await tx
    .select({ to: users.email, firstName: users.firstName })
    .from(users)
    .where(eq(users.id, userId));
  return { to: '', firstName: '', ...person, team, teamId, origin: config.origins[0] };
};

const requireMemberBase = async (tx: Tx, basedOn: BasedOn, member: Member): Promise<void> => {
  const ownRoles = await rolesOf(tx, member.teamId, member.userId);
  requireBase(
    basedOn,
    memberRevision(
      member,
      ownRoles.map(({ id }) => id),
    ),
  );
};

/**
 * Removes a member from a team: the seat becomes free, the roles, the team's agents and the budget are lost, and the
 * current link does not let them rejoin. They are informed by email. An admin can be removed too, except the last one.
 */
export const removeFromTeam = async (
  parts: HandoverParts,
  tx: Tx,
  adminId: string,
  { teamId, memberId, basedOn }: { teamId: string; memberId: string; basedOn: BasedOn },
): Promise<void> => {
  const team = await lockTeamAs(tx, teamId, adminId);
  const member = await requireMember(tx, team.id, memberId.toLowerCase());
  const { userId } = member;
  await requireMemberBase(tx, basedOn, member);
  if (userId === adminId) return leaveTeam(parts, tx, { teamId: team.id, userId });
  await removeMember(parts, tx, member);
  await tx.delete(teamBudgets).where(and(eq(teamBudgets.teamId, team.id), eq(teamBudgets.userId, userId)));
  const createdDate = new Date(parts.now());
  await tx
    .insert(teamRemovals)
    .values({ teamId: team.id, userId, createdDate })
    .onConflictDoUpdate({ target: [teamRemovals.teamId, teamRemovals.userId], set: { createdDate } });
  await logTeamChange(tx, { teamId: team.id, action: 'removed', actorId: adminId, memberId: userId });
  await parts.mail.send(tx, removedFromTeamMail(await readerOf(parts, tx, userId, team)));
};

const writeAdmin = (tx: Tx, teamId: string, userId: string, admin: boolean) =>
  tx
    .update(teamMembers)
    .set({ admin })
    .where(and(eq(teamMembers.teamId, teamId), eq(teamMembers.userId, userId)));

interface AdminRequest {
  readonly teamId: string;
  readonly memberId: string;
  readonly admin: boolean;
  readonly basedOn: BasedOn;
}

/** Grants a member admin rights, with an email, or revokes them; the last admin keeps them. */
export const setAdmin = async (
  parts: HandoverParts,
  tx: Tx,
  adminId: string,
  { teamId, memberId, admin, basedOn }: AdminRequest,
): Promise<void> => {
  const team = await lockTeamAs(tx, teamId, adminId);
  const member = await requireMember(tx, team.id, memberId.toLowerCase());
  const { userId } = member;
  if (member.admin === admin) return;
  await requireMemberBase(tx, basedOn, member);
  if (!admin && (await adminsOf(tx, team.id)).length === 1) throw new DomainError('last-admin');
  await writeAdmin(tx, team.id, userId, admin);
  const change = { teamId: team.id, actorId: adminId, memberId: userId };
  await logTeamChange(
    tx,
    admin ? { ...change, action: 'ownership', now: 'stays' } : { ...change, action: 'adminRemoved' },
  );
  if (admin) await parts.mail.send(tx, newAdminMail(await readerOf(parts, tx, userId, team)));
};

/** Makes the heir of a member whose account is deleted an admin, and tells them and the team. */
export const appointHeir = async (
  parts: HandoverParts,
  tx: Tx,
  { teamId, userId, heir }: { teamId: string; userId: string; heir: string },
): Promise<void> => {
  const team = await lockTeam(tx, teamId);
  if ((await requireMember(tx, team.id, heir)).admin) return;
  await writeAdmin(tx, team.id, heir, true);
  await logTeamChange(tx, { teamId: team.id, action: 'ownership', actorId: userId, memberId: heir });
  await parts.mail.send(tx, newAdminMail(await readerOf(parts, tx, heir, team)));
};

interface TransferRequest {
  readonly teamId: string;
  readonly memberId: string;
  readonly stay?: boolean | undefined;
  readonly basedOn: BasedOn;
}

/** Makes a member admin. The requesting admin gives up their rights, unless `stay`. */
export const transferTeam = async (
  parts: HandoverParts,
  tx: Tx,
  adminId: string,
  { teamId, memberId, stay = false, basedOn }: TransferRequest,
) => {
  const team = await lockTeamAs(tx, teamId, adminId);
  requireBase(basedOn, adminsRevision(await adminsOf(tx, team.id)));
  const { userId, admin } = await requireMember(tx, team.id, memberId.toLowerCase());
  if (userId === adminId) throw new DomainError('already-admin');
  await writeAdmin(tx, team.id, userId, true);
  if (!stay) await writeAdmin(tx, team.id, adminId, false);
  await logTeamChange(tx, {
    teamId: team.id,
    action: 'ownership',
    actorId: adminId,
    memberId: userId,
    now: stay ? 'stays' : undefined,
  });
  if (!admin) await parts.mail.send(tx, newAdminMail(await readerOf(parts, tx, userId, team)));
};
