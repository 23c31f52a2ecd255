import { eq, sql } from 'drizzle-orm';
import type { Tx } from '../../../db/database.ts';
import { customers, type InvoiceLine, invoices, subscriptions } from '../../../db/schema/billing.ts';

export type Subscription = typeof subscriptions.$inferSelect;
export type StoredInvoice = typeof invoices.$inferSelect;

/** The subscription with its card, held until the transaction ends; none where there is no such one. */
export const lockSubscription = async (
  tx: Tx,
  providerId: string,
): Promise<(Subscription & { readonly card: string }) | undefined> => {
  const [row] = await tx
    .select({ subscription: subscriptions, card: customers.card })
    .from(subscriptions)
    .innerJoin(customers, eq(customers.id, subscriptions.customerId))
    .where(sql`${subscriptions.providerId} = ${providerId} and ${subscriptions.provider} = 'local'`)
    .for('update', { of: subscriptions });
  return row && { ...row.subscription, card: row.card };
};

interface Bill {
  readonly reason: StoredInvoice['reason'];
  readonly lines: readonly InvoiceLine[];
  readonly due: number;
  readonly paid: boolean;
  readonly start: Date;
  readonly end: Date;
  readonly now: Date;
}

/** Writes an invoice of the subscription. */
export const writeInvoice = async (
  tx: Tx,
  { providerId, userId, teamId, currency }: Pick<Subscription, 'providerId' | 'userId' | 'teamId' | 'currency'>,
  { reason, lines, due, paid, start, end, now }: Bill,
): Promise<void> => {
  await tx.insert(invoices).values({
    subscriptionId: providerId,
    userId,
    teamId,
    reason,
    lines,
    currency,
    status: paid ? 'paid' : 'open',
    total: lines.reduce((sum, { amount }) => sum + amount, 0),
    amountDue: due,
    periodStart: start,
    periodEnd: end,
    createdDate: now,
    paidDate: paid ? now : null,
  });
};

export const seatsText = (quantity: number, teamId: string | null): string =>
  teamId === null ? 'Atrium for one person' : `${quantity} ${quantity === 1 ? 'seat' : 'seats'}`;
