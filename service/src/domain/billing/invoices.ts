import { and, desc, eq, isNull } from 'drizzle-orm';
import type { Invoice } from '../../ports/payments.ts';
import type { Db } from '../../db/database.ts';
import { refunds } from '../../db/schema/billing.ts';
import type { Parts } from '../parts.ts';
import { plansRevision, shownPlan, viewPlan } from './plan-view.ts';
import { findPlans, type PaidPlan, type Payer } from './subscriptions.ts';

type BillServices = Pick<Parts, 'database' | 'payments' | 'now'>;

const toBill = ({ created, url, ...rest }: Invoice) => ({
  ...rest,
  date: created.toISOString(),
  ...(url === null ? {} : { url }),
});

const refundsOf = (payer: Payer) =>
  'teamId' in payer ? eq(refunds.teamId, payer.teamId) : and(eq(refunds.userId, payer.userId), isNull(refunds.teamId));

/** The provider's ids of subscriptions that were refunded because the payer had already paid. */
export const refundedOf = async (db: Pick<Db, 'select'>, payer: Payer): Promise<string[]> => {
  const rows = await db.select({ id: refunds.subscriptionId }).from(refunds).where(refundsOf(payer));
  return rows.map(({ id }) => id);
};

/** Refunds for plans that were paid twice, newest first. */
const listRefunds = async ({ database: { db } }: BillServices, payer: Payer) => {
  const rows = await db
    .select()
    .from(refunds)
    .where(and(refundsOf(payer), eq(refunds.status, 'done')))
    .orderBy(desc(refunds.createdDate));
  const back = rows.filter(({ refunded, credited }) => refunded + credited > 0);
  return back.map(({ sessionId: id, doneDate, createdDate, refunded, credited, currency, url }) => ({
    id,
    date: (doneDate ?? createdDate).toISOString(),
    refunded,
    credited,
    currency,
    ...(url === null ? {} : { url }),
  }));
};

/**
 * The payer's current plan, its invoices (newest first), and refunds. `plans` lists all running plans when there are
 * several. A payer who never had a plan gets an empty list of invoices.
 */
export const readBilling = async (services: BillServices, payer: Payer, before?: string) => {
  const { database, payments, now } = services;
  const { provider } = payments;
  const plans = await findPlans(database.db, payer);
  const plan = shownPlan(plans, provider);
  if (!plan) return { invoices: [], more: false };
  const revision = plansRevision(plans);
  const view = (one: PaidPlan) => ({ ...viewPlan(one, provider, now()), revision });
  const running = plans.map((one) => ({ id: one.id, ...view(one) })).filter(({ status }) => status !== 'canceled');
  const back = await listRefunds(services, payer);
  // Invoices cover all plans, ended ones too. Each provider only knows the invoices of its own plans.
  const here = plans.filter((one) => one.provider === provider).map(({ providerId }) => providerId);
  const { invoices, more } = await payments.listInvoices(here, before);
  return {
    plan: view(plan),
    more,
    invoices: invoices.map(toBill),
    ...(running.length > 1 ? { plans: running } : {}),
    ...(back.length > 0 ? { refunds: back } : {}),
  };
};
