import { and, eq, isNotNull } from 'drizzle-orm';
import type { CheckoutState } from '../../ports/payments.ts';
import type { Database } from '../../db/database.ts';
import { paymentSessions, subscriptions } from '../../db/schema/billing.ts';
import { handOverLateRenewal } from './late-renewal.ts';
import { sendNotices } from './notices.ts';
import { teams } from '../../db/schema/teams.ts';
import { endSuperseded, refreshOverdue } from './overdue-plans.ts';
import { type BillingServices, issueRefund } from './refunds.ts';
import { settle } from './settle.ts';
import { syncSubscription, type SyncServices } from './sync.ts';

export const markExpired = async ({ db }: Pick<Database, 'db'>, id: string): Promise<void> => {
  await db
    .update(paymentSessions)
    .set({ status: 'expired' })
    .where(and(eq(paymentSessions.id, id), eq(paymentSessions.status, 'open')));
};

const checkoutOf = async ({ db }: Database, id: string) => {
  const [row] = await db
    .select({
      userId: paymentSessions.userId,
      teamId: paymentSessions.teamId,
      teamName: paymentSessions.teamName,
      /** The provider's id of the subscription. */
      bought: subscriptions.providerId,
    })
    .from(paymentSessions)
    .leftJoin(subscriptions, eq(subscriptions.id, paymentSessions.subscriptionId))
    .where(eq(paymentSessions.id, id));
  return row;
};

/** Reads the state of the checkout from the provider, and records the purchase or the refund that is due. */
export const settleState = async (services: SyncServices, sessionId: string): Promise<CheckoutState['status']> => {
  const { database, payments, sessions } = services;
  const state = await payments.readCheckout(sessionId);
  if (state.status === 'expired') await markExpired(database, sessionId);
  if (state.status !== 'paid') return state.status;
  const checkout = await checkoutOf(database, sessionId);
  if (checkout) await refreshOverdue(services, checkout);
  await settle(services, state.purchase);
  // The subscription is read again, because what is stored may be older than the checkout's answer.
  await syncSubscription(services, state.purchase.subscriptionId);
  if (checkout) sessions.forget(checkout.userId);
  return state.status;
};

/** Like `settleState`; true once the checkout is paid. */
export const settleCheckout = async (services: SyncServices, sessionId: string): Promise<boolean> =>
  (await settleState(services, sessionId)) === 'paid';

/**
 * Refunds the payment if the subject was already paid for, ends the plans that the purchase replaces, sends its notices,
 * and hands the plan over if its buyer has left the team.
 */
export const finishCheckout = async (services: BillingServices, sessionId: string): Promise<void> => {
  await issueRefund(services, sessionId);
  const checkout = await checkoutOf(services.database, sessionId);
  if (!checkout) return;
  await endSuperseded(services, checkout);
  const { bought, teamId, userId } = checkout;
  if (bought === null) return;
  await sendNotices(services, bought);
  if (teamId !== null) await handOverLateRenewal(services, { teamId, userId, bought });
};

/** The team whose plan the checkout paid for; undefined for a personal plan. */
export const boughtTeam = async ({ database: { db } }: Pick<SyncServices, 'database'>, sessionId: string) => {
  const [team] = await db
    .select({ _id: teams.id, name: teams.name, renewed: isNotNull(paymentSessions.teamId).mapWith(Boolean) })
    .from(paymentSessions)
    .innerJoin(subscriptions, eq(subscriptions.id, paymentSessions.subscriptionId))
    .innerJoin(teams, eq(teams.id, subscriptions.teamId))
    .where(eq(paymentSessions.id, sessionId));
  return team;
};

/** Settles a checkout and finishes it; true once it is paid. */
export const confirmCheckout = async (services: BillingServices, sessionId: string): Promise<boolean> => {
  const paid = await settleCheckout(services, sessionId);
  if (paid) await finishCheckout(services, sessionId);
  return paid;
};
