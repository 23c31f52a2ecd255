import type { Services } from '../../services.ts';
import { findPlan, type PaidPlan, type Payer } from './subscriptions.ts';

const planView = (
  { status, cancelAtEnd, interval, quantity, unitAmount, currency, currentEnd }: PaidPlan,
  now: number,
) => ({
  status: status === 'active' && currentEnd.getTime() <= now && cancelAtEnd ? ('canceled' as const) : status,
  cancelAtEnd,
  interval,
  quantity,
  amount: unitAmount * quantity,
  currency,
  endDate: currentEnd.toISOString(),
});

/** The payer's plan and its invoices, newest first; neither where there never was one. */
export const readBilling = async (
  { database: { db }, payments, now }: Pick<Services, 'database' | 'payments' | 'now'>,
  payer: Payer,
  before?: string,
) => {
  const plan = await findPlan(db, payments.provider, payer);
  if (!plan) return { invoices: [], more: false };
  const { invoices, more } = await payments.listInvoices(plan.providerId, before);
  return {
    plan: planView(plan, now()),
    more,
    invoices: invoices.map(({ created, url, ...rest }) => ({
      ...rest,
      date: created.toISOString(),
      ...(url === null ? {} : { url }),
    })),
  };
};
