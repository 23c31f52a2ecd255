import { setTimeout as pause } from 'node:timers/promises';
import { and, eq, ne } from 'drizzle-orm';
import type { Purchase } from '../../adapters/payments/port.ts';
import type { Database, Tx } from '../../db/database.ts';
import { newId } from '../../db/id.ts';
import { users } from '../../db/schema/accounts.ts';
import { customers, paymentEvents, paymentSessions, subscriptions } from '../../db/schema/billing.ts';
import { teamMembers, teams } from '../../db/schema/teams.ts';

type Checkout = typeof paymentSessions.$inferSelect;

const takeCustomer = async (tx: Tx, userId: string, purchase: Purchase): Promise<string> => {
  const { provider, customerId: providerId, testAccount } = purchase;
  const [customer] = await tx
    .insert(customers)
    .values({ id: newId(), userId, provider, providerId, testAccount })
    .onConflictDoUpdate({ target: [customers.userId, customers.provider], set: { providerId, testAccount } })
    .returning({ id: customers.id });
  if (!customer) throw new Error('The customer was not written.');
  return customer.id;
};

const makeTeam = async (tx: Tx, { userId, quantity }: Checkout, name: string): Promise<string> => {
  const teamId = newId();
  await tx.insert(teams).values({ id: teamId, name, seats: quantity });
  await tx.insert(teamMembers).values({ teamId, userId, paid: true, admin: true });
  await tx.update(users).set({ activeTeamId: teamId }).where(eq(users.id, userId));
  return teamId;
};

class NoCheckout extends Error {}

/** Milliseconds between tries: the event of a provider can come before the checkout is written here. */
const patience = [100, 200, 400, 800, 1600];

const take = ({ db }: Database, purchase: Purchase): Promise<void> =>
  db.transaction(async (tx) => {
    const { provider, eventId, sessionId } = purchase;
    const taken = await tx
      .insert(paymentEvents)
      .values({ provider, eventId, type: 'checkout.paid', payload: purchase })
      .onConflictDoNothing()
      .returning({ eventId: paymentEvents.eventId });
    if (taken.length === 0) return;
    const [checkout] = await tx
      .select()
      .from(paymentSessions)
      .where(and(eq(paymentSessions.id, sessionId), eq(paymentSessions.provider, provider)));
    if (!checkout) throw new NoCheckout(`There is no checkout ${sessionId}.`);
    const customerId = await takeCustomer(tx, checkout.userId, purchase);
    const teamId = checkout.teamName === null ? null : await makeTeam(tx, checkout, checkout.teamName);
    const [subscription] = await tx
      .insert(subscriptions)
      .values({
        customerId,
        userId: checkout.userId,
        teamId,
        provider,
        interval: checkout.interval,
        quantity: checkout.quantity,
        unitAmount: checkout.unitAmount,
        currency: checkout.currency,
        providerId: purchase.subscriptionId,
        createdDate: purchase.start,
        currentStart: purchase.start,
        currentEnd: purchase.end,
      })
      .returning({ id: subscriptions.id });
    await tx
      .update(paymentSessions)
      .set({ status: 'paid', subscriptionId: subscription?.id ?? null })
      .where(and(eq(paymentSessions.id, sessionId), ne(paymentSessions.status, 'expired')));
  });

/**
 * Writes what a paid checkout bought: customer, subscription and, for seats, the team with its buyer as admin and first
 * member. Each event counts once, however often and from wherever it is told. Throws for a checkout that is not ours.
 */
export const settle = async (
  database: Database,
  purchase: Purchase,
  wait: (ms: number) => Promise<unknown> = pause,
): Promise<void> => {
  for (const ms of patience) {
    try {
      await take(database, purchase);
      return;
    } catch (error) {
      if (!(error instanceof NoCheckout)) throw error;
      await wait(ms);
    }
  }
  await take(database, purchase);
};
