import { and, eq, lt, sql } from 'drizzle-orm';
import type { SubscriptionState } from '../../ports/payments.ts';
import type { Tx } from '../../db/database.ts';
import { customers, seatChanges, subscriptions } from '../../db/schema/billing.ts';
import { teamMembers, teams } from '../../db/schema/teams.ts';
import type { Parts } from '../parts.ts';
import type { Sessions } from '../accounts/sessions.ts';
import { setSeats } from '../teams/seats.ts';
import { settleChange } from './seat-changes.ts';

export type SyncServices = Pick<Parts, 'database' | 'payments' | 'now'> & {
  readonly sessions: Pick<Sessions, 'forget'>;
};

/**
 * One request to the provider, by its number. `asked` counts the requests; `told` is the number of the latest one whose
 * answer is stored.
 */
type ProviderRequest = Pick<typeof subscriptions.$inferSelect, 'id' | 'teamId' | 'asked'>;

/** Marks the subscription so that emails about the change are sent. */
const changed = sql`${subscriptions.noticesDue} + 1`;

const asRead = ({ status, cancelAtEnd, quantity, price, next, start, end }: SubscriptionState) => ({
  status,
  cancelAtEnd,
  quantity,
  ...price,
  nextInterval: next?.interval ?? null,
  nextUnitAmount: next?.unitAmount ?? null,
  currentStart: start,
  currentEnd: end,
});

/** Stores the answer and returns the users it affects. Undefined if the answer to a later request is already stored. */
const write = async (
  tx: Tx,
  { payments, now }: SyncServices,
  { id, teamId, asked }: ProviderRequest,
  state: SubscriptionState,
): Promise<readonly string[] | undefined> => {
  // Locks the team before its subscription, in the same order as a change of seats, to avoid deadlocks.
  if (teamId !== null) await tx.select({ id: teams.id }).from(teams).where(eq(teams.id, teamId)).for('update');
  const [row] = await tx
    .update(subscriptions)
    .set({
      ...(payments.ownLedger ? {} : asRead(state)),
      told: asked,
      noticesDue: changed,
      syncedDate: new Date(now()),
    })
    .where(and(eq(subscriptions.id, id), lt(subscriptions.told, asked)))
    .returning();
  if (!row) return undefined;
  if (!payments.ownLedger)
    await tx.update(customers).set({ testAccount: state.testAccount }).where(eq(customers.id, row.customerId));
  if (teamId === null) return [row.userId];
  const { quantity, status } = row;
  const actorId = await settleChange(tx, teamId, { ...state, quantity, status }, now());
  if (status !== 'canceled') await setSeats(tx, { teamId, quantity, actorId });
  const seats = await tx.select({ id: teamMembers.userId }).from(teamMembers).where(eq(teamMembers.teamId, teamId));
  return seats.map(({ id: userId }) => userId);
};

/**
 * If the answer to a later request arrived first, this one may still be the newer state, so the plan is read again this
 * many times.
 */
const maxAttempts = 5;

/**
 * Reads a subscription from the provider and stores its state; false if it is unknown here. What an ended one left unpaid
 * is voided. No lock is held during the request: requests are numbered, and an answer never overwrites that of a later
 * request.
 */
export const syncSubscription = async (services: SyncServices, providerId: string): Promise<boolean> => {
  const { database, payments, sessions } = services;
  const { provider } = payments;
  for (let left = maxAttempts; left > 0; left -= 1) {
    const [request] = await database.db
      .update(subscriptions)
      .set({ asked: sql`${subscriptions.asked} + 1` })
      .where(and(eq(subscriptions.provider, provider), eq(subscriptions.providerId, providerId)))
      .returning({ id: subscriptions.id, teamId: subscriptions.teamId, asked: subscriptions.asked });
    if (!request) return false;
    const state = await payments.readSubscription(providerId);
    if (!state) {
      await database.db.delete(seatChanges).where(eq(seatChanges.subscriptionId, providerId));
      return true;
    }
    // Before the end is stored, so that a stop in between repeats it: an ended subscription is not read again.
    if (state.status === 'canceled') await payments.voidUnpaid?.(providerId);
    const affected = await database.db.transaction((tx) => write(tx, services, request, state));
    for (const userId of affected ?? []) sessions.forget(userId);
    if (affected) return true;
  }
  return true;
};
