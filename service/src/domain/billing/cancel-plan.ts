import { and, eq, exists, isNull, or } from 'drizzle-orm';
import { subscriptions } from '../../db/schema/billing.ts';
import { teamMembers } from '../../db/schema/teams.ts';
import { syncSubscription, type SyncServices } from './sync.ts';
import { DomainError } from '../domain-error.ts';

/** Ends a plan of the user's, or of a team that they manage, with what is paid; 404 for any other. */
export const cancelPlan = async (services: SyncServices, userId: string, planId: string): Promise<void> => {
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
    .select({ id: subscriptions.providerId })
    .from(subscriptions)
    .where(and(eq(subscriptions.id, planId), eq(subscriptions.provider, provider), mine));
  if (!plan) throw new DomainError('unknown-plan');
  await services.payments.cancelAtEnd(plan.id);
  await syncSubscription(services, plan.id);
};
