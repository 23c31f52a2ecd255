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

/** The bill of the period: the latest one is often of something else, as of a change. */
const billOf = (subscription: Stripe.Subscription, bills: readonly Stripe.Invoice[]): Stripe.Invoice | undefined => {
  if (ofPeriod(subscription.latest_invoice)) return subscription.latest_invoice;
  return bills.filter(ofPeriod).toSorted((a, b) => b.created - a.created)[0];
};

/** Stripe enters the next period before it is paid. Until its invoice is paid, the period before counts. */
const isUnpaid = (subscription: Stripe.Subscription, bills: readonly Stripe.Invoice[]): boolean => {
  const bill = billOf(subscription, bills);
  return bill ? bill.status !== 'paid' : ['incomplete', 'incomplete_expired'].includes(subscription.status);
};

/** Whether this period is the last that is invoiced. */
export const endsNext = (subscription: Stripe.Subscription): boolean => {
  const { cancel_at_period_end: atEnd, cancel_at: at } = subscription;
  return atEnd || (at !== null && at <= itemOf(subscription).current_period_end);
};

/** Of intervals, those that the product sells. */
const intervalOf = (text: string | undefined): PlanPrice['interval'] | undefined =>
  (['month', 'year'] as const).find((one) => one === text);

const priceOf = ({ unit_amount: unitAmount, recurring }: Stripe.Price): PlanPrice | undefined => {
  const interval = intervalOf(recurring?.interval);
  return interval && unitAmount !== null ? { interval, unitAmount } : undefined;
};

/** The price that a schedule has for the time after this period; its metadata say it, as `scheduled` wrote them. */
const nextOf = (subscription: Stripe.Subscription): PlanPrice | undefined => {
  const { schedule } = subscription;
  if (typeof schedule !== 'object' || schedule === null || schedule.status !== 'active') return undefined;
  const last = schedule.phases.at(-1);
  if (!last || last.start_date < itemOf(subscription).current_period_end) return undefined;
  const { interval: text, unitAmount } = schedule.metadata ?? {};
  const interval = intervalOf(text);
  return interval && { interval, unitAmount: Number(unitAmount) };
};

/** Stripe's subscription, its `latest_invoice`, `customer` and `schedule` expanded, as the port has it; `bills` are of its period. */
export const toState = (
  subscription: Stripe.Subscription,
  bills: readonly Stripe.Invoice[] = [],
): SubscriptionState => {
  const { status, customer, ended_at, pending_update: pending } = subscription;
  const item = itemOf(subscription);
  const paidTo = isUnpaid(subscription, bills) ? item.current_period_start : item.current_period_end;
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

/** Asks for a subscription, and for the bill of its period where the latest one is of something else. */
export const readState = async (stripe: Stripe, id: string): Promise<SubscriptionState> => {
  const subscription = await stripe.subscriptions.retrieve(id, { expand: ['latest_invoice', 'customer', 'schedule'] });
  if (ofPeriod(subscription.latest_invoice)) return toState(subscription);
  // The bill of the period before is weeks older.
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
