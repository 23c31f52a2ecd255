import { randomBytes } from 'node:crypto';
import { and, desc, eq, gt, inArray, isNotNull, lt } from 'drizzle-orm';
import type { Database, Db } from '../../db/database.ts';
import { customers, invoices, paymentSessions, subscriptions } from '../../db/schema/billing.ts';
import type { Invoice, PaymentsPort } from '../../ports/payments.ts';
import { invoiceNumber, pendingInvoice, seatsText, type StoredInvoice, writeInvoice } from './ledger.ts';
import { addInterval } from '../../domain/billing/interval.ts';
import { changePrice, previewPrice } from './price.ts';
import { cancelNow, refund } from './refund.ts';
import { changeSeats, pageOf, previewSeats } from './seats.ts';

export const provider = 'local';
const openFor = 24 * 60 * 60 * 1000;
const invoicesAtOnce = 100;

/** The id of the subscription that a paid checkout creates. */
export const subscriptionOf = (sessionId: string): string => `subscription_${sessionId}`;

const toInvoice = ({ id, number, createdDate, amountDue, currency, status }: StoredInvoice): Invoice => ({
  id,
  number: invoiceNumber(number),
  created: createdDate,
  amount: amountDue,
  currency,
  status,
  url: pageOf({ id }),
});

const ofLocal = (providerId: string) =>
  and(eq(subscriptions.provider, provider), eq(subscriptions.providerId, providerId));

/** A subscription that ends has no next price. */
const ending = { cancelAtEnd: true, nextInterval: null, nextUnitAmount: null };

const handOver = ({ db }: Database, id: string): Promise<void> =>
  db.transaction(async (tx) => {
    const [plan] = await tx
      .update(subscriptions)
      .set(ending)
      .where(ofLocal(id))
      .returning({ customerId: subscriptions.customerId });
    if (!plan) return;
    // Whoever resumes the plan must not charge the card of the payer who left, who keeps that of their own plan.
    const ofTeam = and(eq(customers.id, plan.customerId), isNotNull(customers.teamId));
    await tx.update(customers).set({ card: '' }).where(ofTeam);
  });

const listInvoices = async ({ db }: Database, subscriptionIds: readonly string[], before?: string) => {
  const mine = inArray(invoices.subscriptionId, [...subscriptionIds]);
  const last = db
    .select({ number: invoices.number })
    .from(invoices)
    .where(and(mine, eq(invoices.id, before ?? '')));
  const rows = await db
    .select()
    .from(invoices)
    .where(before === undefined ? mine : and(mine, lt(invoices.number, last)))
    .orderBy(desc(invoices.number))
    .limit(invoicesAtOnce + 1);
  return { invoices: rows.slice(0, invoicesAtOnce).map(toInvoice), more: rows.length > invoicesAtOnce };
};

const readCheckout = async (db: Db, sessionId: string, now: number): ReturnType<PaymentsPort['readCheckout']> => {
  const [row] = await db.select().from(paymentSessions).where(eq(paymentSessions.id, sessionId));
  if (!row || (row.status === 'open' && row.expires.getTime() <= now)) return { status: 'expired' };
  if (row.status !== 'paid') return { status: row.status === 'expired' ? 'expired' : 'open' };
  const start = row.paidDate ?? row.createdDate;
  const ofTeam = row.teamName !== null || row.teamId !== null;
  return {
    status: 'paid',
    purchase: {
      provider,
      sessionId,
      eventId: `paid_${sessionId}`,
      customerId: ofTeam ? `customer_${sessionId}` : `customer_${row.userId}`,
      subscriptionId: subscriptionOf(sessionId),
      testAccount: false,
      start,
      end: addInterval(start, row.interval),
    },
  };
};

const readSubscription = async (db: Db, id: string, now: number): ReturnType<PaymentsPort['readSubscription']> => {
  const [row] = await db
    .select({ subscription: subscriptions, customer: customers })
    .from(subscriptions)
    .innerJoin(customers, eq(customers.id, subscriptions.customerId))
    .where(ofLocal(id));
  if (!row) return undefined;
  const { status, cancelAtEnd, quantity, currentStart: start, currentEnd: end } = row.subscription;
  const { interval, unitAmount, nextInterval, nextUnitAmount } = row.subscription;
  const { providerId: customerId, testAccount } = row.customer;
  const invoice = await pendingInvoice(db, id, now);
  const waiting = invoice && { waiting: { quantity: invoice.quantity } };
  const price = { interval, unitAmount };
  const next =
    nextInterval === null || nextUnitAmount === null
      ? undefined
      : { next: { interval: nextInterval, unitAmount: nextUnitAmount } };
  return { customerId, testAccount, status, cancelAtEnd, quantity, price, start, end, ...next, ...waiting };
};

/**
 * Payments without a provider: local pages, no money. The ledger is in the service's own tables, so there are no events
 * that could be missed.
 */
export const createLocalPayments = (database: Database, now: () => number = Date.now): PaymentsPort => {
  const { db } = database;
  return {
    provider,
    ownLedger: true,
    openCheckout: async () => {
      const sessionId = `local_${randomBytes(18).toString('base64url')}`;
      return { sessionId, redirectUrl: `/local/checkout/${sessionId}`, expires: new Date(now() + openFor) };
    },
    readCheckout: (sessionId) => readCheckout(db, sessionId, now()),
    expireCheckout: async (sessionId) => {
      await db
        .update(paymentSessions)
        .set({ status: 'expired' })
        .where(and(eq(paymentSessions.id, sessionId), eq(paymentSessions.status, 'open')));
    },
    openPortal: async ({ teamId }) => ({
      redirectUrl: teamId === undefined ? '/local/portal' : `/local/portal/${teamId}`,
    }),
    readSubscription: (id) => readSubscription(db, id, now()),
    previewSeats: (id, request) => previewSeats(database, id, request),
    changeSeats: (id, order) => changeSeats(database, id, order, now()),
    previewPrice: (id, request) => previewPrice(database, id, request),
    changePrice: (id, order) => changePrice(database, id, order, now()),
    schedulePrice: async (id, next) => {
      await db
        .update(subscriptions)
        .set({ nextInterval: next?.interval ?? null, nextUnitAmount: next?.unitAmount ?? null })
        .where(ofLocal(id));
    },
    cancel: (id) => db.transaction((tx) => cancelNow(tx, id, new Date(now()))),
    cancelAtEnd: async (id) => {
      await db.update(subscriptions).set(ending).where(ofLocal(id));
    },
    refund: (id) => refund(database, id, new Date(now())),
    handOver: (id) => handOver(database, id),
    listInvoices: (ids, before) => listInvoices(database, ids, before),
    findCheckout: async () => undefined,
  };
};

/** Pays a checkout and writes the first invoice. Returns false if the checkout is no longer open. */
export const payCheckout = ({ db }: Database, sessionId: string, now = Date.now()): Promise<boolean> =>
  db.transaction(async (tx) => {
    const start = new Date(now);
    const open = and(
      eq(paymentSessions.id, sessionId),
      eq(paymentSessions.status, 'open'),
      gt(paymentSessions.expires, start),
    );
    const [row] = await tx.update(paymentSessions).set({ status: 'paid', paidDate: start }).where(open).returning();
    if (!row) return false;
    const { userId, teamId, currency, quantity, unitAmount } = row;
    const due = unitAmount * quantity;
    const lines = [{ text: seatsText(quantity, row.teamName ?? teamId), amount: due }];
    const subscription = { providerId: subscriptionOf(sessionId), userId, teamId, currency };
    const end = addInterval(start, row.interval);
    await writeInvoice(tx, subscription, { reason: 'start', lines, due, paid: true, start, end, now: start });
    return true;
  });
