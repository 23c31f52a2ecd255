import { setTimeout as pause } from 'node:timers/promises';
import { and, eq, gt } from 'drizzle-orm';
import type { Purchase } from '../../ports/payments.ts';
import type { Tx } from '../../db/database.ts';
import { newId } from '../../db/id.ts';
import { users } from '../../db/schema/accounts.ts';
import {
  customers,
  paymentEvents,
  paymentSessions,
  personsCustomer,
  refunds,
  subscriptions,
  teamsCustomer,
} from '../../db/schema/billing.ts';
import { teamMembers, teams } from '../../db/schema/teams.ts';
import type { Parts } from '../parts.ts';
import { setSeats } from '../teams/seats.ts';
import { findRunning, lockSubject, plansOf, type Subject } from './subject.ts';

type Checkout = typeof paymentSessions.$inferSelect;

const storeCustomer = async (tx: Tx, userId: string, teamId: string | null, purchase: Purchase): Promise<string> => {
  const { provider, customerId: providerId, testAccount } = purchase;
  const conflict = teamId === null ? personsCustomer : teamsCustomer;
  const [customer] = await tx
    .insert(customers)
    .values({ userId, teamId, provider, providerId, testAccount })
    .onConflictDoUpdate({ ...conflict, set: { userId, providerId, testAccount } })
    .returning({ id: customers.id });
  if (!customer) throw new Error('The customer was not written.');
  return customer.id;
};

const createTeam = async (tx: Tx, { userId, quantity }: Checkout, name: string): Promise<string> => {
  const teamId = newId();
  await tx.insert(teams).values({ id: teamId, name, seats: quantity });
  await tx.insert(teamMembers).values({ teamId, userId, paid: true, admin: true });
  await tx.update(users).set({ activeTeamId: teamId }).where(eq(users.id, userId));
  return teamId;
};

/** The team that the checkout is for: the one that pays again, or a new one. */
const storeTeam = async (tx: Tx, checkout: Checkout): Promise<string | null> => {
  const { teamId, teamName, quantity } = checkout;
  if (teamId === null) return teamName === null ? null : createTeam(tx, checkout, teamName);
  await setSeats(tx, { teamId, quantity, actorId: checkout.userId });
  return teamId;
};

/** The subject of the checkout is already paid for, so this payment will be refunded. */
const recordSecond = async (
  tx: Tx,
  { userId, currency }: Checkout,
  { provider, sessionId, subscriptionId }: Purchase,
  kept: typeof subscriptions.$inferSelect,
): Promise<void> => {
  const keptId = kept.provider === provider ? kept.providerId : null;
  const { teamId } = kept;
  await tx.insert(refunds).values({ provider, sessionId, subscriptionId, keptId, userId, teamId, currency });
};

/**
 * Moves the payer's credit from ended plans to the plan that starts now. This is for the local provider; others keep
 * credit with their customer.
 */
const collectCredit = async (tx: Tx, subject: Subject, currency: string): Promise<number> => {
  const withCredit = and(plansOf(subject), eq(subscriptions.currency, currency), gt(subscriptions.credit, 0));
  const rows = await tx.select({ credit: subscriptions.credit }).from(subscriptions).where(withCredit).for('update');
  if (rows.length > 0) await tx.update(subscriptions).set({ credit: 0 }).where(withCredit);
  return rows.reduce((sum, { credit }) => sum + credit, 0);
};

const recordFirst = async (tx: Tx, checkout: Checkout, purchase: Purchase): Promise<string> => {
  const teamId = await storeTeam(tx, checkout);
  const customerId = await storeCustomer(tx, checkout.userId, teamId, purchase);
  const credit = await collectCredit(tx, { userId: checkout.userId, teamId }, checkout.currency);
  const [subscription] = await tx
    .insert(subscriptions)
    .values({
      customerId,
      userId: checkout.userId,
      teamId,
      provider: purchase.provider,
      interval: checkout.interval,
      quantity: checkout.quantity,
      unitAmount: checkout.unitAmount,
      currency: checkout.currency,
      credit,
      providerId: purchase.subscriptionId,
      createdDate: purchase.start,
      noticesDue: 1,
      // A provider may date the first invoice a moment before the start.
      noticesFrom: new Date(purchase.start.getTime() - hour),
      currentStart: purchase.start,
      currentEnd: purchase.end,
    })
    .returning({ id: subscriptions.id });
  if (!subscription) throw new Error('The subscription was not written.');
  return subscription.id;
};

const hour = 60 * 60 * 1000;

/** Thrown for a checkout that is unknown here. */
export class NoCheckout extends Error {}

/** Milliseconds between attempts: a provider's event can arrive before its checkout is stored here. */
const retryDelays = [100, 200, 400, 800, 1600];

type SettleServices = Pick<Parts, 'database' | 'now'>;

const record = ({ database: { db }, now }: SettleServices, purchase: Purchase): Promise<void> =>
  db.transaction(async (tx) => {
    const { provider, eventId, sessionId } = purchase;
    const inserted = await tx
      .insert(paymentEvents)
      .values({ provider, eventId, type: 'checkout.paid', payload: purchase, processedDate: new Date() })
      .onConflictDoNothing()
      .returning({ eventId: paymentEvents.eventId });
    if (inserted.length === 0) return;
    const [checkout] = await tx
      .select()
      .from(paymentSessions)
      .where(and(eq(paymentSessions.id, sessionId), eq(paymentSessions.provider, provider)));
    if (!checkout) throw new NoCheckout(`There is no checkout ${sessionId}.`);
    // The lock makes one of two simultaneous payments the first and the other the duplicate.
    await lockSubject(tx, checkout);
    const running = await findRunning(tx, checkout, now());
    if (running) await recordSecond(tx, checkout, purchase, running);
    const subscriptionId = running ? null : await recordFirst(tx, checkout, purchase);
    await tx.update(paymentSessions).set({ status: 'paid', subscriptionId }).where(eq(paymentSessions.id, sessionId));
  });

/**
 * Records what a paid checkout bought: customer, subscription and, for seats, the team with its buyer as admin and
 * first member. If the subject is already paid for, the refund that is due is recorded instead. Each event counts once,
 * no matter how often it arrives. Throws `NoCheckout` for a checkout that is not ours.
 */
export const settle = async (
  services: SettleServices,
  purchase: Purchase,
  wait: (ms: number) => Promise<unknown> = pause,
): Promise<void> => {
  for (const ms of retryDelays) {
    try {
      await record(services, purchase);
      return;
    } catch (error) {
      if (!(error instanceof NoCheckout)) throw error;
      await wait(ms);
    }
  }
  await record(services, purchase);
};
