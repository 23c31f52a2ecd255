import { and, eq, ne } from 'drizzle-orm';
import type { Db, Tx } from '../../db/database.ts';
import { subscriptions } from '../../db/schema/billing.ts';
import { handOverPlans } from '../billing/end-payments.ts';
import type { SyncServices } from '../billing/sync.ts';

/** A rehearsal is over, and all right. */
class Rehearsed extends Error {}

/** Runs the change and takes it back: throws what it would throw. */
const rehearse = async (db: Db, change: (tx: Tx) => Promise<void>): Promise<void> => {
  try {
    await db.transaction(async (tx) => {
      await change(tx);
      throw new Rehearsed();
    });
  } catch (error) {
    if (!(error instanceof Rehearsed)) throw error;
  }
};

const paysFor = async (db: Db, teamId: string, userId: string): Promise<boolean> =>
  (await db.$count(
    subscriptions,
    and(eq(subscriptions.teamId, teamId), eq(subscriptions.userId, userId), ne(subscriptions.status, 'canceled')),
  )) > 0;

/**
 * Runs the change by which somebody leaves a team. Where they pay for it, their card is charged no more, and what is
 * paid stays: the provider hears of it first, once the change is known to be allowed.
 */
export const changeWithoutPayer = async (
  services: SyncServices,
  { teamId, userId }: { readonly teamId: string; readonly userId: string },
  change: (tx: Tx) => Promise<void>,
): Promise<void> => {
  const { db } = services.database;
  if (await paysFor(db, teamId, userId)) {
    await rehearse(db, change);
    await handOverPlans(services, userId, teamId);
  }
  await db.transaction(change);
};
