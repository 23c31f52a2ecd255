import { and, eq, isNotNull, ne, or, sql } from 'drizzle-orm';
import { customers, paymentSessions, subscriptions } from '../../db/schema/billing.ts';
import { requireNoCheckouts } from './checkout.ts';
import type { SyncServices } from './sync.ts';

/**
 * The email address of the user who takes over a team: another admin, or else the longest-standing member. Null for a
 * personal plan.
 */
const heirOf = sql<string | null>`(
  select u.email from team_members m join users u on u.id = m.user_id
  where m.team_id = subscriptions.team_id and m.user_id <> subscriptions.user_id
  order by m.admin desc, m.created_date, m.user_id limit 1)`;

/**
 * The subscriptions that a user pays for with the configured provider, and those of teams that have ended but whose
 * customer still has the user's card and address: another admin may renew the plan as that customer. A customer that
 * another admin has taken over has that admin's card.
 */
const paidBy = ({ database, payments }: SyncServices, userId: string) =>
  database.db
    .select({
      id: subscriptions.providerId,
      teamId: subscriptions.teamId,
      ended: sql<boolean>`${subscriptions.status} = 'canceled'`,
      heir: heirOf,
    })
    .from(subscriptions)
    .innerJoin(customers, eq(customers.id, subscriptions.customerId))
    .where(
      and(
        eq(subscriptions.userId, userId),
        eq(subscriptions.provider, payments.provider),
        or(ne(subscriptions.status, 'canceled'), and(isNotNull(customers.teamId), eq(customers.userId, userId))),
      ),
    );

/** Whether a user pays for a team, or has paid for its ended plan and is still its customer. */
export const paysForTeam = async (services: SyncServices, userId: string, teamId: string): Promise<boolean> =>
  (await paidBy(services, userId)).some((plan) => plan.teamId === teamId);

/**
 * Stops charging a user who leaves a team, removes their card, and returns the provider's ids of the plans that end by
 * it. Throws if the provider cannot be reached, and then they stay in the team.
 */
export const handOverPlans = async (
  services: SyncServices,
  userId: string,
  teamId: string,
): Promise<readonly string[]> => {
  const handedOver: string[] = [];
  for (const { id, teamId: ofTeam, ended, heir } of await paidBy(services, userId)) {
    if (ofTeam !== teamId || heir === null) continue;
    await services.payments.handOver(id, heir);
    if (!ended) handedOver.push(id);
  }
  return handedOver;
};

/**
 * Makes sure that nobody is charged after deleting their account: their own plan ends now, and a team with other
 * members keeps its paid plan, handed over to one of them. Throws if the provider cannot be reached, and then the
 * account is not deleted. Fails with `payment-pending` while a payment is on its way, whose plan could not be ended later.
 */
export const endPayments = async (services: SyncServices, userId: string): Promise<void> => {
  const { payments } = services;
  await requireNoCheckouts(services, eq(paymentSessions.userId, userId));
  const rows = await paidBy(services, userId);
  for (const { id, ended, heir } of rows) {
    if (heir !== null) await payments.handOver(id, heir);
    else if (!ended) await payments.cancel(id);
  }
};
