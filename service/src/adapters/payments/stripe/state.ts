import type { Stripe } from 'stripe';
import type { Invoice, PlanPrice, SubscriptionState } from '../../../ports/payments.ts';

export const idOf = (it: string | { readonly id: string } | null): string =>
  typeof it === 'string' ? it : (it?.id ?? '');
const date = (seconds: number): Date => new Date(seconds * 1000);
const day = 24 * 60 * 60;

export const itemOf = ({ id, items }: Stripe.Subscription): Stripe.SubscriptionItem => {
  const [item] = items.data;
  if (!item) throw new Error(`The subscription ${id} has no item.`);
  return item;
};

const statuses: Readonly<Record<string, SubscriptionState['status']>> = {
  active: 'active',
  trialing: 'active',
  canceled: 'canceled',
  incomplete_expired: 'canceled',
};

const ofPeriod = (invoice: Stripe.Invoice | string | null): invoice is Stripe.Invoice =>
  typeof invoice === 'object' &&
  invoice !== null &&
  ['subscription_cycle', 'subscription_create'].includes(invoice.billing_reason ?? '');

/** The invoice of the period. The latest invoice is often for something else, such as a change of seats. */
const invoiceOf = (
  subscription: Stripe.Subscription,
  invoices: readonly Stripe.Invoice[],
): Stripe.Invoice | undefined => {
  if (ofPeriod(subscription.latest_invoice)) return subscription.latest_invoice;
  return invoices.filter(ofPeriod).toSorted((a, b) => b.created - a.created)[0];
};

/** Whether the period is unpaid. Stripe starts a period before it is paid; until then the previous period counts. */
const isUnpaid = (subscription: Stripe.Subscription, invoices: readonly Stripe.Invoice[]): boolean => {
  const invoice = invoiceOf(subscription, invoices);
  return invoice ? invoice.status !== 'paid' : ['incomplete', 'incomplete_expired'].includes(subscription.status);
};

/** Whether this period is the last that is invoiced. */
export const endsNext = (subscription: Stripe.Subscription): boolean => {
  const { cancel_at_period_end: atEnd, cancel_at: at } = subscription;
  return atEnd || (at !== null && at <= itemOf(subscription).current_period_end);
};

/** The interval if the product sells it, else undefined. */
const intervalOf = (text: string | undefined): PlanPrice['interval'] | undefined =>
  (['month', 'year'] as const).find((one) => one === text);

const priceOf = ({ unit_amount: unitAmount, recurring }: Stripe.Price): PlanPrice | undefined => {
  const interval = intervalOf(recurring?.interval);
  return interval && unitAmount !== null ? { interval, unitAmount } : undefined;
};

/** The price scheduled for the time after this period, from the metadata that `schedulePrice` has written. */
const nextOf = (subscription: Stripe.Subscription): PlanPrice | undefined => {
  const { schedule } = subscription;
  if (typeof schedule !== 'object' || schedule === null || schedule.status !== 'active') return undefined;
  const last = schedule.phases.at(-1);
  if (!last || last.start_date < itemOf(subscription).current_period_end) return undefined;
  const { interval: text, unitAmount } = schedule.metadata ?? {};
  const interval = intervalOf(text);
  return interval && { interval, unitAmount: Number(unitAmount) };
};

/**
 * Converts a subscription with `latest_invoice`, `customer` and `schedule` expanded. `invoices` are those of its
 * period.
 */
export const toState = (
  subscription: Stripe.Subscription,
  invoices: readonly Stripe.Invoice[] = [],
): SubscriptionState => {
  const { status, customer, ended_at, pending_update: pending } = subscription;
  const item = itemOf(subscription);
  const paidTo = isUnpaid(subscription, invoices) ? item.current_period_start : item.current_period_end;
  const marked =
    typeof customer === 'object' && !('deleted' in customer) ? customer.metadata['testAccount'] : undefined;
  const waiting = pending?.subscription_items?.[0]?.quantity;
  const [price, next] = [priceOf(item.price), nextOf(subscription)];
  return {
    customerId: idOf(customer),
    status: statuses[status] ?? 'past_due',
    cancelAtEnd: endsNext(subscription),
    quantity: item.quantity ?? 0,
    ...(waiting === undefined ? {} : { waiting: { quantity: waiting } }),
    ...(price ? { price } : {}),
    ...(next ? { next } : {}),
    start: date(item.current_period_start),
    end: date(ended_at === null ? paidTo : Math.min(paidTo, ended_at)),
    testAccount: marked === 'true',
  };
};

/** Retrieves a subscription, and the invoice of its period if the latest invoice is for something else. */
export const readState = async (stripe: Stripe, id: string): Promise<SubscriptionState> => {
  const subscription = await stripe.subscriptions.retrieve(id, { expand: ['latest_invoice', 'customer', 'schedule'] });
  if (ofPeriod(subscription.latest_invoice)) return toState(subscription);
  // A day earlier is enough, and the invoice of the previous period is weeks older.
  const created = { gte: itemOf(subscription).current_period_start - day };
  const { data } = await stripe.invoices.list({ subscription: id, created, limit: 100 });
  return toState(subscription, data);
};

const invoiceStatuses: Readonly<Record<string, Invoice['status']>> = { paid: 'paid', open: 'open' };

export const toInvoice = (invoice: Stripe.Invoice): Invoice => ({
  id: invoice.id ?? '',
  number: invoice.number ?? '',
  created: date(invoice.created),
  amount: invoice.amount_due,
  currency: invoice.currency,
  status: invoiceStatuses[invoice.status ?? ''] ?? 'void',
  url: invoice.hosted_invoice_url ?? null,
});
