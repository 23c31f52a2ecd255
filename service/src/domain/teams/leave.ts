import { and, eq, ne } from 'drizzle-orm';
import type { Db, Tx } from '../../db/database.ts';
import { subscriptions } from '../../db/schema/billing.ts';
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
 * Runs the change by which a member leaves a team. If they pay for it, the provider first stops charging them, once a dry
 * run has shown that the change is allowed. The paid period stays.
 */
export const changeWithoutPayer = async (
  services: SyncServices,
  { teamId, userId }: { readonly teamId: string; readonly userId: string },
  change: (tx: Tx) => Promise<void>,
): Promise<void> => {
  const { db } = services.database;
  if (await paysFor(db, teamId, userId)) {
    await dryRun(db, change);
    await handOverPlans(services, userId, teamId);
  }
  await db.transaction(change);
};
