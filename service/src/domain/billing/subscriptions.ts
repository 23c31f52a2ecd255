import { and, desc, eq, isNull } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import { customers, subscriptions } from '../../db/schema/billing.ts';

/** Whose subscription: a person's own, or a team's. */
export type Payer = { readonly userId: string } | { readonly teamId: string };

export type PaidPlan = typeof subscriptions.$inferSelect & {
  /** The provider's customer. */
  readonly payerId: string;
  readonly testAccount: boolean;
};

/** The payer's subscription at the provider that lasts longest; of those that ended, the last. */
export const findPlan = async (
  db: Pick<Db, 'select'>,
  provider: string,
  payer: Payer,
): Promise<PaidPlan | undefined> => {
  const mine =
    'teamId' in payer
      ? eq(subscriptions.teamId, payer.teamId)
      : and(eq(subscriptions.userId, payer.userId), isNull(subscriptions.teamId));
  const [row] = await db
    .select({ plan: subscriptions, payerId: customers.providerId, testAccount: customers.testAccount })
    .from(subscriptions)
    .innerJoin(customers, eq(customers.id, subscriptions.customerId))
    .where(and(mine, eq(subscriptions.provider, provider)))
    .orderBy(desc(subscriptions.currentEnd), desc(subscriptions.id))
    .limit(1);
  return row && { ...row.plan, payerId: row.payerId, testAccount: row.testAccount };
};
