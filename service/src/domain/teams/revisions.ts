import { and, asc, eq } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { roleMembers, roles, teamMembers } from '../../db/schema/teams.ts';
import type { PaidPlan } from '../billing/subscriptions.ts';
import { revisionOf } from '../revision.ts';
import type { TeamRow } from './lock-team.ts';

const sorted = (ids: readonly string[]) => ids.toSorted();

export const nameRevision = ({ name }: Pick<TeamRow, 'name'>) => revisionOf(name);

export const modelRevision = ({ model }: Pick<TeamRow, 'model'>) => revisionOf(model);

/** Of the monthly budget of the team or of a member, in micro-dollars; none without a limit. */
export const budgetRevision = (limit: number | undefined) => revisionOf(limit ?? null);

/** Of the seats and of the plan that pays for them. */
export const seatsRevision = (
  { seats }: Pick<TeamRow, 'seats'>,
  plan: Pick<PaidPlan, 'providerId' | 'cancelAtEnd' | 'interval' | 'unitAmount'> | undefined,
) => revisionOf(seats, plan?.providerId, plan?.cancelAtEnd, plan?.interval, plan?.unitAmount);

export const adminsRevision = (admins: readonly string[]) => revisionOf(sorted(admins));

export const linkRevision = ({ joinKey, joinKeyExpires }: Pick<TeamRow, 'joinKey' | 'joinKeyExpires'>) =>
  revisionOf(joinKey, joinKeyExpires);

/** Of a role's name and members. */
export const roleRevision = (name: string, members: readonly string[]) => revisionOf(name, sorted(members));

interface Membership {
  readonly paid: boolean;
  readonly admin: boolean;
}

/** Of a member's seat, rights and living roles. */
export const memberRevision = ({ paid, admin }: Membership, roleIds: readonly string[]) =>
  revisionOf(paid, admin, sorted(roleIds));

/** Ids of who is in a role. */
export const membersOfRole = async (tx: Tx, roleId: string): Promise<string[]> => {
  const rows = await tx.select({ id: roleMembers.userId }).from(roleMembers).where(eq(roleMembers.roleId, roleId));
  return rows.map(({ id }) => id);
};

/** The roles of a member that have not ended. */
export const rolesOf = (tx: Tx, teamId: string, userId: string) =>
  tx
    .select({ id: roles.id, name: roles.name })
    .from(roles)
    .innerJoin(roleMembers, and(eq(roleMembers.roleId, roles.id), eq(roleMembers.userId, userId)))
    .where(and(eq(roles.teamId, teamId), eq(roles.deleted, false)))
    .orderBy(asc(roles.name), asc(roles.id));

/** Ids of the admins of a team. */
export const adminsOf = async (tx: Tx, teamId: string): Promise<string[]> => {
  const rows = await tx
    .select({ id: teamMembers.userId })
    .from(teamMembers)
    .where(and(eq(teamMembers.teamId, teamId), eq(teamMembers.admin, true)));
  return rows.map(({ id }) => id);
};
