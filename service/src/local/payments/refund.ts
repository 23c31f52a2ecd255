import { and, asc, eq, sql } from 'drizzle-orm';
import type { Database, Tx } from '../../db/database.ts';
import { invoices, subscriptions } from '../../db/schema/billing.ts';
import type { Refund } from '../../ports/payments.ts';
import { invoiceNumber, writeInvoice } from './ledger.ts';
import { pageOf } from './seats.ts';

/** Voids the unpaid invoices of a subscription. */
export const voidOpen = async (tx: Tx, id: string): Promise<void> => {
  await tx
    .update(invoices)
    .set({ status: 'void' })
    .where(and(eq(invoices.subscriptionId, id), eq(invoices.status, 'open')));
};

/** Ends a subscription at once and voids its unpaid invoices. */
export const cancelNow = async (tx: Tx, id: string, now: Date): Promise<void> => {
  await tx
    .update(subscriptions)
    .set({ status: 'canceled', currentEnd: sql`least(current_end, ${now.toISOString()}::timestamptz)` })
    .where(and(eq(subscriptions.provider, 'local'), eq(subscriptions.providerId, id)));
  await voidOpen(tx, id);
};

/** Ends a subscription and writes one credit note for all that was paid for it. Idempotent. */
export const refund = ({ db }: Database, id: string, now: Date): Promise<Refund> =>
  db.transaction(async (tx) => {
    const rows = await tx
      .select()
      .from(invoices)
      .where(and(eq(invoices.subscriptionId, id), eq(invoices.status, 'paid')))
      .orderBy(asc(invoices.number))
      .for('update');
    const paid = rows.filter(({ reason, amountDue }) => reason !== 'refund' && amountDue > 0);
    const [first] = paid;
    await cancelNow(tx, id, now);
    if (!first) return { refunded: 0, credited: 0, url: null };
    const refunded = paid.reduce((sum, { amountDue }) => sum + amountDue, 0);
    const note = rows.find(({ reason }) => reason === 'refund')?.id ?? (await writeNote(tx, paid, refunded, now));
    return { refunded, credited: 0, url: pageOf({ id: note }) };
  });

const writeNote = async (
  tx: Tx,
  paid: readonly (typeof invoices.$inferSelect)[],
  refunded: number,
  now: Date,
): Promise<string> => {
  const [first, last] = [paid[0]!, paid.at(-1)!];
  const lines = paid.map(({ number, amountDue }) => ({
    text: `Refund of ${invoiceNumber(number)}`,
    amount: -amountDue,
  }));
  const note = { reason: 'refund' as const, lines, due: -refunded, paid: true, now };
  return writeInvoice(
    tx,
    { ...first, providerId: first.subscriptionId },
    { ...note, start: first.periodStart, end: last.periodEnd },
  );
};
