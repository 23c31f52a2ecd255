import { and, asc, eq } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { roleMembers, roles, teamMembers } from '../../db/schema/teams.ts';
import type { PaidPlan } from '../billing/subscriptions.ts';
import { revisionOf } from '../revision.ts';
import type { TeamRow } from './lock-team.ts';

const sorted = (ids: readonly string[]) => ids.toSorted();

export const nameRevision = ({ name }: Pick<TeamRow, 'name'>) => revisionOf(name);

export const modelRevision = ({ model }: Pick<TeamRow, 'model'>) => revisionOf(model);

/** The revision of the monthly budget of the team or a member, in micro-dollars; undefined without a limit. */
export const budgetRevision = (limit: number | undefined) => revisionOf(limit ?? null);

/** The revision of the seats and of the plan that pays for them. */
export const seatsRevision = (
  { seats }: Pick<TeamRow, 'seats'>,
  plan: Pick<PaidPlan, 'providerId' | 'cancelAtEnd' | 'interval' | 'unitAmount'> | undefined,
) => revisionOf(seats, plan?.providerId, plan?.cancelAtEnd, plan?.interval, plan?.unitAmount);

export const adminsRevision = (admins: readonly string[]) => revisionOf(sorted(admins));

export const linkRevision = ({ joinKey, joinKeyExpires }: Pick<TeamRow, 'joinKey' | 'joinKeyExpires'>) =>
  revisionOf(joinKey, joinKeyExpires);

/** The revision of a role's name and members. */
export const roleRevision = (name: string, members: readonly string[]) => revisionOf(name, sorted(members));

interface Membership {
  readonly paid: boolean;
  readonly admin: boolean;
}

/** The revision of a member's seat, rights, and roles. */
export const memberRevision = ({ paid, admin }: Membership, roleIds: readonly string[]) =>
  revisionOf(paid, admin, sorted(roleIds));

/** The ids of a role's members. */
export const membersOfRole = async (tx: Tx, roleId: string): Promise<string[]> => {
  const rows = await tx.select({ id: roleMembers.userId }).from(roleMembers).where(eq(roleMembers.roleId, roleId));
  return rows.map(({ id }) => id);
};

/** The roles of a member, except deleted ones. */
export const rolesOf = (tx: Tx, teamId: string, userId: string) =>
  tx
    .select({ id: roles.id, name: roles.name })
    .from(roles)
    .innerJoin(roleMembers, and(eq(roleMembers.roleId, roles.id), eq(roleMembers.userId, userId)))
    .where(and(eq(roles.teamId, teamId), eq(roles.deleted, false)))
    .orderBy(asc(roles.name), asc(roles.id));

/** The ids of a team's admins. */
export const adminsOf = async (tx: Tx, teamId: string): Promise<string[]> => {
  const rows = await tx
    .select({ id: teamMembers.userId })
    .from(teamMembers)
    .where(and(eq(teamMembers.teamId, teamId), eq(teamMembers.admin, true)));
  return rows.map(({ id }) => id);
};
