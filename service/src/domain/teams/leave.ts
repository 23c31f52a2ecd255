import { and, eq, inArray } from 'drizzle-orm';
import type { Db, Tx } from '../../db/database.ts';
import { paymentSessions } from '../../db/schema/billing.ts';
import { expireCheckouts } from '../billing/checkout.ts';
import { handOverPlans, paysForTeam } from '../billing/end-payments.ts';
import { announceAddress } from '../billing/payer-address.ts';
import { syncSubscription, type SyncServices } from '../billing/sync.ts';
import { DomainError } from '../domain-error.ts';
import type { Parts } from '../parts.ts';

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

type LeaveServices = SyncServices & Pick<Parts, 'addToTask'>;
interface Leaver {
  readonly teamId: string;
  readonly userId: string;
}

/**
 * Stops charging the payer and then runs the change. If the team has changed since the dry run and the change is refused,
 * the payer stays: the provider writes to them again and not to the heir, and the plan shows that it ends, because a
 * removed card cannot be restored. Fails with `team-plan-ends` then.
 */
const handOverAndChange = async (
  services: LeaveServices,
  { teamId, userId }: Leaver,
  change: (tx: Tx) => Promise<void>,
): Promise<void> => {
  const { db } = services.database;
  let handedOver: readonly string[] = [];
  try {
    handedOver = await handOverPlans(services, userId, teamId);
    await db.transaction(change);
  } catch (error) {
    await db.transaction((tx) => announceAddress(services, tx, userId));
    const stays = handedOver.length > 0 && (await paysForTeam(services, userId, teamId));
    if (!stays || !(error instanceof DomainError)) throw error;
    for (const id of handedOver) await syncSubscription(services, id);
    // Whoever is not an admin any more is told that, and nothing of the plan.
    throw error.code === 'not-team-admin' ? error : new DomainError('team-plan-ends');
  }
};

/**
 * Runs the change by which a member leaves a team. If they pay for it, have paid or are about to, the provider first stops charging
 * them, once a dry run has shown that the change is allowed. The paid period stays. A payment that is on its way is
 * handed over when it arrives.
 */
export const changeWithoutPayer = async (
  services: LeaveServices,
  leaver: Leaver,
  change: (tx: Tx) => Promise<void>,
): Promise<void> => {
  const { db } = services.database;
  const { teamId, userId } = leaver;
  const renewals = and(eq(paymentSessions.teamId, teamId), eq(paymentSessions.userId, userId))!;
  const open = and(renewals, inArray(paymentSessions.status, ['opening', 'open']));
  if (!(await paysForTeam(services, userId, teamId)) && (await db.$count(paymentSessions, open)) === 0)
    return db.transaction(change);
  await dryRun(db, change);
  // A renewal that was paid just before is settled, and then handed over.
  await expireCheckouts(services, renewals);
  return handOverAndChange(services, leaver, change);
};
