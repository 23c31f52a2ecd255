import { and, eq, inArray, lte } from 'drizzle-orm';
import type { Database, Tx } from '../../db/database.ts';
import { invoices, subscriptions } from '../../db/schema/billing.ts';
import type { Job } from '../../ports/jobs.ts';

/**
 * The hourly job for plans of the local provider. Its two versions share a name, so that only one of them runs at a
 * time.
 */
export const localPlansJob = { name: 'renew-local-subscriptions', every: 'hour' } as const;

/**
 * Used once an outside provider is configured: plans of the local one last until the end of their paid period and are
 * not charged again.
 */
const endAll = async (tx: Tx, now: Date): Promise<void> => {
  const running = and(eq(subscriptions.provider, 'local'), eq(subscriptions.status, 'active'));
  await tx.update(subscriptions).set({ cancelAtEnd: true }).where(running);
  await tx
    .update(subscriptions)
    .set({ status: 'canceled' })
    .where(and(running, lte(subscriptions.currentEnd, now)));
  const unpaid = and(eq(subscriptions.provider, 'local'), eq(subscriptions.status, 'past_due'));
  const ended = await tx.update(subscriptions).set({ status: 'canceled' }).where(unpaid).returning();
  const ofEnded = inArray(
    invoices.subscriptionId,
    ended.map(({ providerId }) => providerId),
  );
  await tx
    .update(invoices)
    .set({ status: 'void' })
    .where(and(ofEnded, eq(invoices.status, 'open')));
};

/** Lets the plans of the local provider run out, because an outside provider is configured now. */
export const endLocalPlans = (database: Database, now: () => number = Date.now): Job => ({
  ...localPlansJob,
  run: () => database.db.transaction((tx) => endAll(tx, new Date(now()))),
});
