import { and, eq, inArray, ne } from 'drizzle-orm';
import type { Db, Tx } from '../../db/database.ts';
import { paymentSessions, subscriptions } from '../../db/schema/billing.ts';
import { expireCheckouts } from '../billing/checkout.ts';
import { handOverPlans } from '../billing/end-payments.ts';
import type { SyncServices } from '../billing/sync.ts';

/** Thrown to roll back a successful dry run. */
class DryRunSucceeded extends Error {}

/** Runs the change and rolls it back; throws what the change throws. */
const dryRun = async (db: Db, change: (tx: Tx) => Promise<void>): Promise<void> => {
  try {
    await db.transaction(async (tx) => {
      await change(tx);
      throw new DryRunSucceeded();
    });
  } catch (error) {
    if (!(error instanceof DryRunSucceeded)) throw error;
  }
};

const paysFor = async (db: Db, teamId: string, userId: string): Promise<boolean> =>
  (await db.$count(
    subscriptions,
    and(eq(subscriptions.teamId, teamId), eq(subscriptions.userId, userId), ne(subscriptions.status, 'canceled')),
  )) > 0;

/**
 * Runs the change by which a member leaves a team. If they pay for it or are about to, the provider first stops charging
 * them, once a dry run has shown that the change is allowed. The paid period stays. A payment that is on its way is
 * handed over when it arrives.
 */
export const changeWithoutPayer = async (
  services: SyncServices,
  { teamId, userId }: { readonly teamId: string; readonly userId: string },
  change: (tx: Tx) => Promise<void>,
): Promise<void> => {
  const { db } = services.database;
  const renewals = and(eq(paymentSessions.teamId, teamId), eq(paymentSessions.userId, userId))!;
  const open = and(renewals, inArray(paymentSessions.status, ['opening', 'open']));
  if ((await paysFor(db, teamId, userId)) || (await db.$count(paymentSessions, open)) > 0) {
    await dryRun(db, change);
    // A renewal that was paid just before is settled, and then handed over.
    await expireCheckouts(services, renewals);
    await handOverPlans(services, userId, teamId);
  }
  await db.transaction(change);
};
