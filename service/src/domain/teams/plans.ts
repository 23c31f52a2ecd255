import { subscriptionGrace } from '@atrium/shared-kernel/contracts/constants';
import { and, eq, gt, isNull } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { subscriptions } from '../../db/schema/billing.ts';

const alive = (now: number) => gt(subscriptions.currentEnd, new Date(now - subscriptionGrace));

/** Whether a person pays for themselves: by a plan of their own, not through the seat of a team. */
export const hasOwnPlan = async (tx: Tx, userId: string, now: number): Promise<boolean> => {
  const rows = await tx
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(and(eq(subscriptions.userId, userId), isNull(subscriptions.teamId), alive(now)))
    .limit(1);
  return rows.length > 0;
};

/** Whether the seats of a team are paid for. */
export const hasTeamPlan = async (tx: Tx, teamId: string, now: number): Promise<boolean> => {
  const rows = await tx
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(and(eq(subscriptions.teamId, teamId), alive(now)))
    .limit(1);
  return rows.length > 0;
};
