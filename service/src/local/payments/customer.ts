import { and, eq, gt } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { customers, subscriptions } from '../../db/schema/billing.ts';
import { lockSubscription } from './ledger.ts';
import { lastFour } from './cards.ts';
import { payOpen } from './renew.ts';

/** Sets another card for a subscription and charges the open invoice to it. Returns whether no invoice remains open. */
export const setCard = ({ db }: Database, providerId: string, card: string, now: number): Promise<boolean> =>
  db.transaction(async (tx) => {
    const row = await lockSubscription(tx, providerId);
    if (!row) return false;
    await tx
      .update(customers)
      .set({ card: lastFour(card) })
      .where(eq(customers.id, row.customerId));
    return payOpen(tx, { ...row, card: lastFour(card) }, new Date(now));
  });

/** Schedules or revokes the cancellation at the end of the paid period. Returns false if the subscription has ended. */
export const setCancelAtEnd = async (
  { db }: Database,
  providerId: string,
  cancelAtEnd: boolean,
  now: number,
): Promise<boolean> => {
  const running = and(
    eq(subscriptions.provider, 'local'),
    eq(subscriptions.providerId, providerId),
    eq(subscriptions.status, 'active'),
    gt(subscriptions.currentEnd, new Date(now)),
  );
  const changed = await db
    .update(subscriptions)
    // A subscription that ends has no next price.
    .set({ cancelAtEnd, ...(cancelAtEnd ? { nextInterval: null, nextUnitAmount: null } : {}) })
    .where(running)
    .returning({ id: subscriptions.id });
  return changed.length === 1;
};
