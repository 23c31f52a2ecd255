import { and, eq, lte, ne, or, sql } from 'drizzle-orm';
import type { Database, Tx } from '../../db/database.ts';
import { customers, invoices, paymentEvents, subscriptions } from '../../db/schema/billing.ts';
import { localPlansJob } from '../../domain/billing/former-local.ts';
import type { Job } from '../../ports/jobs.ts';
import { confirmWithin, markChanged, seatsText, type Subscription, writeInvoice } from './ledger.ts';
import { pays } from './cards.ts';
import { addInterval } from '../../domain/billing/interval.ts';
import { provider } from './local.ts';
import { charge } from './proration.ts';

const day = 24 * 60 * 60 * 1000;
/** Milliseconds after which an unpaid renewal ends the subscription. */
export const unpaidFor = 7 * day;

const record = async (tx: Tx, row: Subscription, type: string, due: number, start: Date, end: Date) => {
  const { providerId, currency } = row;
  await tx
    .insert(paymentEvents)
    .values({
      provider,
      eventId: `${type}_${providerId}_${start.toISOString()}`,
      type,
      payload: { subscriptionId: providerId, amount: due, currency, start, end },
      processedDate: new Date(),
    })
    .onConflictDoNothing();
};

/** Writes the invoice for the next period and returns the subscription: renewed if it was paid, else past due. */
const renewOnce = async (tx: Tx, before: Subscription, card: string): Promise<Subscription> => {
  const row = {
    ...before,
    interval: before.nextInterval ?? before.interval,
    unitAmount: before.nextUnitAmount ?? before.unitAmount,
    nextInterval: null,
    nextUnitAmount: null,
  };
  const anchor = row.billingAnchor ?? row.createdDate;
  const [start, end] = [row.currentEnd, addInterval(row.currentEnd, row.interval, anchor.getUTCDate())];
  const lines = [{ text: seatsText(row.quantity, row.teamId), amount: row.unitAmount * row.quantity }];
  const { due, credit } = charge(row.unitAmount * row.quantity, row.credit);
  const paid = due === 0 || pays(card);
  // Dated on the day on which it was due, even if it is written later.
  await writeInvoice(tx, row, { reason: 'renewal', lines, due, paid, start, end, now: start });
  await record(tx, row, paid ? 'renewal.paid' : 'renewal.failed', due, start, end);
  return paid ? { ...row, currentStart: start, currentEnd: end, credit } : { ...row, status: 'past_due' };
};

const storeSubscription = async (tx: Tx, row: Subscription) => {
  const { id, status, currentStart, currentEnd, credit, interval, unitAmount, nextInterval, nextUnitAmount } = row;
  await tx
    .update(subscriptions)
    .set({ status, currentStart, currentEnd, credit, interval, unitAmount, nextInterval, nextUnitAmount })
    .where(eq(subscriptions.id, id));
};

/** Renews for each period that has passed, with one invoice each, until one is not paid. */
const renewRow = async (tx: Tx, given: Subscription, card: string, now: Date): Promise<void> => {
  let row = given;
  while (row.status === 'active' && row.currentEnd <= now)
    row = row.cancelAtEnd ? { ...row, status: 'canceled' } : await renewOnce(tx, row, card);
  await storeSubscription(tx, row);
};

/** Voids invoices for seats that were not confirmed in time. Their changes never took effect. */
const dropUnconfirmed = async (tx: Tx, now: Date): Promise<void> => {
  const old = or(lte(invoices.createdDate, new Date(now.getTime() - confirmWithin)), lte(invoices.periodEnd, now));
  await tx
    .update(invoices)
    .set({ status: 'void' })
    .where(and(eq(invoices.status, 'open'), eq(invoices.reason, 'seats'), old));
};

const endUnpaid = async (tx: Tx, now: Date): Promise<void> => {
  const old = and(
    eq(invoices.status, 'open'),
    ne(invoices.reason, 'seats'),
    lte(invoices.createdDate, new Date(now.getTime() - unpaidFor)),
  );
  const ended = await tx.update(invoices).set({ status: 'void' }).where(old).returning({ of: invoices.subscriptionId });
  for (const { of } of ended)
    await tx
      .update(subscriptions)
      .set({ status: 'canceled' })
      .where(and(eq(subscriptions.providerId, of), eq(subscriptions.status, 'past_due')));
};

/** Brings every local subscription, or only `providerId`, up to `now`. */
export const renew = ({ db }: Database, now: number, providerId?: string): Promise<void> =>
  db.transaction(async (tx) => {
    const ended = and(
      eq(subscriptions.provider, provider),
      eq(subscriptions.status, 'active'),
      lte(subscriptions.currentEnd, new Date(now)),
      providerId === undefined ? undefined : eq(subscriptions.providerId, providerId),
    );
    const rows = await tx
      .select({ subscription: subscriptions, card: customers.card })
      .from(subscriptions)
      .innerJoin(customers, eq(customers.id, subscriptions.customerId))
      .where(ended)
      .for('update', { of: subscriptions, skipLocked: true });
    for (const { subscription, card } of rows) await renewRow(tx, subscription, card, new Date(now));
    await dropUnconfirmed(tx, new Date(now));
    await endUnpaid(tx, new Date(now));
  });

/** Pays the open invoice with the current card. Returns whether no invoice remains open. */
export const payOpen = async (tx: Tx, row: Subscription & { readonly card: string }, now: Date): Promise<boolean> => {
  const [invoice] = await tx
    .select()
    .from(invoices)
    .where(and(eq(invoices.subscriptionId, row.providerId), eq(invoices.status, 'open'), ne(invoices.reason, 'seats')));
  if (!invoice) return true;
  if (!pays(row.card)) return false;
  const { due, credit } = charge(invoice.total, row.credit);
  await tx.update(invoices).set({ status: 'paid', paidDate: now, amountDue: due }).where(eq(invoices.id, invoice.id));
  const paid = {
    ...row,
    status: 'active' as const,
    currentStart: invoice.periodStart,
    currentEnd: invoice.periodEnd,
    credit,
  };
  await markChanged(tx, row.providerId);
  await record(tx, row, 'renewal.paid', due, invoice.periodStart, invoice.periodEnd);
  await renewRow(tx, paid, row.card, now);
  return true;
};

/** Lets time pass by moving a subscription and its invoices back in time, and then renews it. */
export const passTime = async (database: Database, providerId: string, ms: number, now: number): Promise<void> => {
  const back = sql`make_interval(secs => ${ms / 1000})`;
  await database.db.transaction(async (tx) => {
    await tx
      .update(subscriptions)
      .set({
        createdDate: sql`created_date - ${back}`,
        billingAnchor: sql`billing_anchor - ${back}`,
        currentStart: sql`current_start - ${back}`,
        currentEnd: sql`current_end - ${back}`,
        noticesFrom: sql`notices_from - ${back}`,
      })
      .where(and(eq(subscriptions.providerId, providerId), eq(subscriptions.provider, provider)));
    await tx
      .update(invoices)
      .set({
        createdDate: sql`created_date - ${back}`,
        periodStart: sql`period_start - ${back}`,
        periodEnd: sql`period_end - ${back}`,
        paidDate: sql`paid_date - ${back}`,
      })
      .where(eq(invoices.subscriptionId, providerId));
  });
  await renew(database, now, providerId);
};

/**
 * The job that renews the local provider's plans: those that have reached their end and are not canceled are charged.
 */
export const renewals = (database: Database, now: () => number = Date.now): Job => ({
  ...localPlansJob,
  run: () => renew(database, now()),
});
