import { and, eq, sql } from 'drizzle-orm';
import type { SubscriptionState } from '../../adapters/payments/port.ts';
import type { Tx } from '../../db/database.ts';
import { customers, subscriptions } from '../../db/schema/billing.ts';
import { teamMembers, teams } from '../../db/schema/teams.ts';
import type { Services } from '../../services.ts';
import { askProvider } from './ask-provider.ts';
import { setSeats } from '../teams/seats.ts';

export type SyncServices = Pick<Services, 'database' | 'payments' | 'now'> & {
  readonly sessions: Pick<Services['sessions'], 'forget'>;
};

const write = async (tx: Tx, id: string, state: SubscriptionState, now: Date) => {
  const { status, cancelAtEnd, quantity, start, end } = state;
  const [row] = await tx
    .update(subscriptions)
    .set({ status, cancelAtEnd, quantity, currentStart: start, currentEnd: end, syncedDate: now })
    .where(eq(subscriptions.id, id))
    .returning({ userId: subscriptions.userId, teamId: subscriptions.teamId, customerId: subscriptions.customerId });
  if (!row) return [];
  await tx.update(customers).set({ testAccount: state.testAccount }).where(eq(customers.id, row.customerId));
  if (row.teamId === null) return [row.userId];
  if (status !== 'canceled') await setSeats(tx, { teamId: row.teamId, quantity });
  const seats = await tx.select({ id: teamMembers.userId }).from(teamMembers).where(eq(teamMembers.teamId, row.teamId));
  return seats.map(({ id: userId }) => userId);
};

/**
 * Asks the provider for a subscription and writes down what it is now; false where it is not known here. One at a time,
 * and the asking is inside of it: whatever the order in which events come, the last to ask writes last.
 */
export const syncSubscription = async (services: SyncServices, providerId: string): Promise<boolean> => {
  const { database, payments, sessions, now } = services;
  const { provider } = payments;
  const ask = async (tx: Tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`${provider}:${providerId}`}, 0))`);
    const [row] = await tx
      .select({ id: subscriptions.id, teamId: subscriptions.teamId })
      .from(subscriptions)
      .where(and(eq(subscriptions.provider, provider), eq(subscriptions.providerId, providerId)));
    if (!row) return undefined;
    // The team before its subscription, as a change of seats holds them.
    if (row.teamId !== null)
      await tx.select({ id: teams.id }).from(teams).where(eq(teams.id, row.teamId)).for('update');
    const state = await payments.readSubscription(providerId);
    return state ? write(tx, row.id, state, new Date(now())) : [];
  };
  const people = await askProvider(() => database.db.transaction(ask));
  for (const userId of people ?? []) sessions.forget(userId);
  return people !== undefined;
};
