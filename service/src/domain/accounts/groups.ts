import { subscriptionGrace } from '@atrium/shared-kernel/contracts/constants';
import { and, eq, exists, gt, isNull, sql } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import { subscriptions } from '../../db/schema/billing.ts';
import { teamMembers } from '../../db/schema/teams.ts';
import { isPremium, type Viewer } from './viewer.ts';

/** The groups that decide which versions and flags a user gets early. */
export interface Groups {
  readonly id: string;
  readonly teams: readonly string[];
  /** Either `free`, or `premium` with how it is paid: `personal` or `team`. */
  readonly plans: readonly string[];
}

/** The current groups of a user. `now` in milliseconds. */
export const groupsOf = async (db: Db, viewer: Viewer, now: number): Promise<Groups> => {
  const isPaid = gt(subscriptions.currentEnd, new Date(now - subscriptionGrace));
  const ofTeam = db
    .select({ one: sql`1` })
    .from(subscriptions)
    .where(and(eq(subscriptions.teamId, teamMembers.teamId), isPaid));
  const [teams, own] = await Promise.all([
    db
      .select({ id: teamMembers.teamId, seat: sql<boolean>`${teamMembers.paid} and ${exists(ofTeam)}` })
      .from(teamMembers)
      .where(eq(teamMembers.userId, viewer.id)),
    db
      .select({ id: subscriptions.id })
      .from(subscriptions)
      .where(and(eq(subscriptions.userId, viewer.id), isNull(subscriptions.teamId), isPaid))
      .limit(1),
  ]);
  const plans = [...(own.length > 0 ? ['personal'] : []), ...(teams.some(({ seat }) => seat) ? ['team'] : [])];
  return {
    id: viewer.id,
    teams: teams.map(({ id }) => id),
    plans: plans.length > 0 || isPremium(viewer, now) ? ['premium', ...plans] : ['free'],
  };
};
