import { and, eq, gt, sql } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { newId } from '../../db/id.ts';
import { customers, type InvoiceLine, invoices, subscriptions } from '../../db/schema/billing.ts';

export type Subscription = typeof subscriptions.$inferSelect;
export type StoredInvoice = typeof invoices.$inferSelect;

export const invoiceNumber = (number: number): string => `ATR-${String(number).padStart(5, '0')}`;

/** The subscription with its card, locked until the transaction ends; undefined if it does not exist. */
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

interface NewInvoice {
  readonly reason: StoredInvoice['reason'];
  readonly lines: readonly InvoiceLine[];
  readonly due: number;
  readonly paid: boolean;
  /** The seats that it buys, if it waits for confirmation. */
  readonly quantity?: number;
  readonly start: Date;
  readonly end: Date;
  readonly now: Date;
}

/** Marks that the payer has to be notified by email about a payment or its failure. */
export const markChanged = async (tx: Tx, providerId: string): Promise<void> => {
  await tx
    .update(subscriptions)
    .set({ noticesDue: sql`${subscriptions.noticesDue} + 1` })
    .where(and(eq(subscriptions.provider, 'local'), eq(subscriptions.providerId, providerId)));
};

/** Writes an invoice of the subscription and returns its id. */
export const writeInvoice = async (
  tx: Tx,
  { providerId, userId, teamId, currency }: Pick<Subscription, 'providerId' | 'userId' | 'teamId' | 'currency'>,
  { reason, lines, due, paid, quantity, start, end, now }: NewInvoice,
): Promise<string> => {
  const id = newId();
  await markChanged(tx, providerId);
  await tx.insert(invoices).values({
    id,
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
    quantity: quantity ?? null,
  });
  return id;
};

/** Milliseconds within which an invoice for seats can be confirmed, if its period does not end before. */
export const confirmWithin = 23 * 60 * 60 * 1000;

/** The subscription's invoice for seats that can still be confirmed. */
export const pendingInvoice = async (
  tx: Pick<Tx, 'select'>,
  providerId: string,
  now: number,
): Promise<(StoredInvoice & { readonly quantity: number }) | undefined> => {
  const [invoice] = await tx
    .select()
    .from(invoices)
    .where(
      and(
        eq(invoices.subscriptionId, providerId),
        eq(invoices.reason, 'seats'),
        eq(invoices.status, 'open'),
        gt(invoices.createdDate, new Date(now - confirmWithin)),
        gt(invoices.periodEnd, new Date(now)),
      ),
    );
  return invoice?.quantity ? { ...invoice, quantity: invoice.quantity } : undefined;
};

export const seatsText = (quantity: number, teamId: string | null): string =>
  teamId === null ? 'Atrium for one person' : `${quantity} ${quantity === 1 ? 'seat' : 'seats'}`;
