import { eq } from 'drizzle-orm';
import { users } from '../../db/schema/accounts.ts';
import { heirOf, passSubscriptions } from '../teams/handover.ts';
import { membershipOf } from '../teams/members.ts';
import type { BillingServices } from './refunds.ts';

interface Renewal {
  readonly teamId: string;
  /** The user who paid. */
  readonly userId: string;
  /** The provider's id of the subscription. */
  readonly bought: string;
}

/** Hands over a team's plan whose buyer left the team before the payment arrived, since they could not cancel it. */
export const handOverLateRenewal = async (
  services: BillingServices,
  { teamId, userId, bought }: Renewal,
): Promise<void> => {
  const { db } = services.database;
  if (await membershipOf(db, teamId, userId)) return;
  const heir = await heirOf(db, teamId, userId);
  const [reader] = await db
    .select({ email: users.email })
    .from(users)
    .where(eq(users.id, heir ?? ''));
  if (heir === undefined || !reader) return;
  await services.payments.handOver(bought, reader.email);
  await db.transaction((tx) => passSubscriptions(services, tx, { teamId, userId, heir }));
};
