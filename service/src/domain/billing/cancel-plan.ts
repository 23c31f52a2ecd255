import { and, eq, exists, isNull, or } from 'drizzle-orm';
import { subscriptions } from '../../db/schema/billing.ts';
import { teamMembers } from '../../db/schema/teams.ts';
import { DomainError } from '../domain-error.ts';
import { type BasedOn, requireBase } from '../revision.ts';
import { plansRevision } from './plan-view.ts';
import { findPlans } from './subscriptions.ts';
import { syncSubscription, type SyncServices } from './sync.ts';

interface PlanEnd {
  readonly planId: string;
  readonly basedOn: BasedOn;
}

/**
 * Ends the user's own plan, or that of a team they manage, when its paid period ends. Fails with `unknown-plan` for any
 * other. When two admins cancel two plans at once, each expecting the other plan to stay, only the first request
 * succeeds: the second one's `basedOn` is outdated.
 */
export const cancelPlan = async (
  services: SyncServices,
  userId: string,
  { planId, basedOn }: PlanEnd,
): Promise<void> => {
  const { db } = services.database;
  const { provider } = services.payments;
  const managed = db
    .select({ teamId: teamMembers.teamId })
    .from(teamMembers)
    .where(
      and(eq(teamMembers.teamId, subscriptions.teamId), eq(teamMembers.userId, userId), eq(teamMembers.admin, true)),
    );
  const mine = or(and(isNull(subscriptions.teamId), eq(subscriptions.userId, userId)), exists(managed));
  const [plan] = await db
    .select({ id: subscriptions.providerId, teamId: subscriptions.teamId })
    .from(subscriptions)
    .where(and(eq(subscriptions.id, planId), eq(subscriptions.provider, provider), mine));
  if (!plan) throw new DomainError('unknown-plan');
  const payer = plan.teamId === null ? { userId } : { teamId: plan.teamId };
  requireBase(basedOn, plansRevision(await findPlans(db, payer)));
  await services.payments.cancelAtEnd(plan.id);
  await syncSubscription(services, plan.id);
};
