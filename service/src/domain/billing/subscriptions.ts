import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import { customers, subscriptions } from '../../db/schema/billing.ts';

/** Whose subscription it is: a user's own, or a team's. */
export type Payer = { readonly userId: string } | { readonly teamId: string };

export type PaidPlan = typeof subscriptions.$inferSelect & {
  /** The provider's customer. */
  readonly payerId: string;
  readonly testAccount: boolean;
};

/** All subscriptions of the payer: running ones before ended ones, then by the latest end. */
export const findPlans = async (db: Pick<Db, 'select'>, payer: Payer): Promise<readonly PaidPlan[]> => {
  const mine =
    'teamId' in payer
      ? eq(subscriptions.teamId, payer.teamId)
      : and(eq(subscriptions.userId, payer.userId), isNull(subscriptions.teamId));
  const rows = await db
    .select({ plan: subscriptions, payerId: customers.providerId, testAccount: customers.testAccount })
    .from(subscriptions)
    .innerJoin(customers, eq(customers.id, subscriptions.customerId))
    .where(mine)
    .orderBy(sql`${subscriptions.status} = 'canceled'`, desc(subscriptions.currentEnd), desc(subscriptions.id));
  return rows.map(({ plan, ...customer }) => ({ ...plan, ...customer }));
};

/** The payer's running subscription at the provider with the latest end, or the last one that ended. */
export const findPlan = async (db: Pick<Db, 'select'>, provider: string, payer: Payer): Promise<PaidPlan | undefined> =>
  (await findPlans(db, payer)).find((plan) => plan.provider === provider);
