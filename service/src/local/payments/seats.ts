import { and, eq, ne } from 'drizzle-orm';
import type { Database, Tx } from '../../db/database.ts';
import { invoices, subscriptions } from '../../db/schema/billing.ts';
import type { SeatCost, SeatOutcome, SeatTarget } from '../../ports/payments.ts';
import {
  confirmWithin,
  lockSubscription,
  markChanged,
  pendingInvoice,
  type StoredInvoice,
  type Subscription,
  writeInvoice,
} from './ledger.ts';
import { needsConfirmation, pays } from './cards.ts';
import { charge, prorate } from './proration.ts';

const priceOf = (row: Subscription, { quantity, at }: SeatTarget) => {
  const period = { start: row.currentStart, end: row.currentEnd };
  const proration = prorate(period, row.unitAmount, { from: row.quantity, to: quantity, at });
  return { ...proration, ...charge(proration.total, row.credit) };
};

const openAmount = async ({ db }: Database, providerId: string): Promise<number> => {
  const open = await db
    .select({ amount: invoices.amountDue })
    .from(invoices)
    .where(and(eq(invoices.subscriptionId, providerId), eq(invoices.status, 'open'), ne(invoices.reason, 'seats')));
  return open.reduce((sum, { amount }) => sum + amount, 0);
};

/** What a change costs: the amounts that `changeSeats` charges for the same request. */
export const previewSeats = async (database: Database, providerId: string, request: SeatTarget): Promise<SeatCost> => {
  const row = await lockSubscription(database.db, providerId);
  if (!row) throw new Error(`There is no subscription ${providerId}.`);
  const { currency } = row;
  if (row.status !== 'active') return { due: 0, open: await openAmount(database, providerId), currency };
  const { due, credit } = priceOf(row, request);
  if (row.cancelAtEnd) return { due, currency };
  return { due, next: charge(row.unitAmount * request.quantity, credit).due, currency };
};

/** The path of an invoice's page at the local provider. */
export const pageOf = ({ id }: Pick<StoredInvoice, 'id'>): string => `/local/invoice/${id}`;

const toConfirm = ({ id, createdDate, periodEnd }: Pick<StoredInvoice, 'id' | 'createdDate' | 'periodEnd'>) => ({
  redirectUrl: pageOf({ id }),
  expires: new Date(Math.min(createdDate.getTime() + confirmWithin, periodEnd.getTime())),
});

const voidPending = async (tx: Tx, providerId: string): Promise<void> => {
  const mine = and(eq(invoices.subscriptionId, providerId), eq(invoices.reason, 'seats'), eq(invoices.status, 'open'));
  await tx.update(invoices).set({ status: 'void' }).where(mine);
};

/** Charges the difference and changes the seats. If the card declines or needs a confirmation, nothing changes yet. */
export const changeSeats = (
  { db }: Database,
  providerId: string,
  request: SeatTarget,
  now: number,
): Promise<SeatOutcome> =>
  db.transaction(async (tx) => {
    const row = await lockSubscription(tx, providerId);
    if (!row) throw new Error(`There is no subscription ${providerId}.`);
    const pending = await pendingInvoice(tx, providerId, now);
    if (pending?.quantity === request.quantity) return toConfirm(pending);
    await voidPending(tx, providerId);
    if (request.quantity === row.quantity) return 'changed';
    const { unused, remaining, due, credit } = priceOf(row, request);
    if (row.status !== 'active' || (due > 0 && !pays(row.card))) return 'declined';
    const paid = due === 0 || !needsConfirmation(row.card);
    const period = { start: request.at, end: row.currentEnd, now: new Date(now) };
    const id = await writeInvoice(tx, row, {
      ...period,
      reason: 'seats',
      due,
      paid,
      lines: [
        { text: `Unused time of ${row.quantity} seats`, amount: -unused },
        { text: `Remaining time of ${request.quantity} seats`, amount: remaining },
      ],
      ...(paid ? {} : { quantity: request.quantity }),
    });
    if (!paid) return toConfirm({ id, createdDate: period.now, periodEnd: period.end });
    await tx.update(subscriptions).set({ quantity: request.quantity, credit }).where(eq(subscriptions.id, row.id));
    return 'changed';
  });

/** Pays an invoice for seats that the card's owner has confirmed. Returns false if it can no longer be confirmed. */
export const confirmInvoice = ({ db }: Database, providerId: string, id: string, now: number): Promise<boolean> =>
  db.transaction(async (tx) => {
    const row = await lockSubscription(tx, providerId);
    const invoice = row && (await pendingInvoice(tx, providerId, now));
    if (!row || invoice?.id !== id || row.status !== 'active') return false;
    const { due, credit } = charge(invoice.total, row.credit);
    await tx
      .update(invoices)
      .set({ status: 'paid', paidDate: new Date(now), amountDue: due })
      .where(eq(invoices.id, id));
    await markChanged(tx, providerId);
    await tx.update(subscriptions).set({ quantity: invoice.quantity, credit }).where(eq(subscriptions.id, row.id));
    return true;
  });
