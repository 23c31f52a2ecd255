import { and, asc, eq, gt, sql } from 'drizzle-orm';
import { subscriptions } from '../../db/schema/billing.ts';
import { teamLog, teamMembers, teams } from '../../db/schema/teams.ts';
import type { Parts } from '../parts.ts';

/**
 * The teams of a user. `planEnds` is set if the payer left, the plan passed to this user, and it ends then. Nobody has
 * resumed it in this period: a plan that is charged again has another end, or none.
 */
export const listTeamsOf = async ({ database: { db }, now }: Pick<Parts, 'database' | 'now'>, userId: string) => {
  const handedOver = sql`exists (select 1 from ${teamLog} l where l.team_id = ${subscriptions.teamId}
    and l.member_id = ${subscriptions.userId} and l.action = 'payerLeft'
    and l.created_date >= ${subscriptions.currentStart})`;
  const ending = and(
    eq(subscriptions.teamId, teams.id),
    eq(subscriptions.userId, teamMembers.userId),
    eq(subscriptions.status, 'active'),
    eq(subscriptions.cancelAtEnd, true),
    gt(subscriptions.currentEnd, new Date(now())),
    handedOver,
  );
  const rows = await db
    .select({ _id: teams.id, name: teams.name, admin: teamMembers.admin, ends: subscriptions.currentEnd })
    .from(teamMembers)
    .innerJoin(teams, eq(teams.id, teamMembers.teamId))
    .leftJoin(subscriptions, ending)
    .where(eq(teamMembers.userId, userId))
    .orderBy(asc(teams.name), asc(teams.id), asc(subscriptions.currentEnd));
  const found = new Map(rows.map(({ ends, ...team }) => [team._id, { ...team, planEnds: ends?.toISOString() }]));
  return [...found.values()];
};
