import type { Stripe } from 'stripe';
import type { Invoice, SubscriptionState } from '../port.ts';

export const idOf = (it: string | { readonly id: string } | null): string =>
  typeof it === 'string' ? it : (it?.id ?? '');
const date = (seconds: number): Date => new Date(seconds * 1000);

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

/** Stripe goes on to the next period before it is paid: an invoice of it that is not, leaves what was paid before. */
const isUnpaid = ({ status, latest_invoice: latest }: Stripe.Subscription): boolean => {
  if (['past_due', 'unpaid', 'incomplete', 'incomplete_expired'].includes(status)) return true;
  return (
    latest !== null &&
    typeof latest === 'object' &&
    latest.billing_reason === 'subscription_cycle' &&
    latest.status !== 'paid'
  );
};

/** Stripe's subscription, its `latest_invoice` and `customer` expanded, as the port has it. */
export const toState = (subscription: Stripe.Subscription): SubscriptionState => {
  const { status, customer, cancel_at_period_end, cancel_at, ended_at } = subscription;
  const item = itemOf(subscription);
  const paidTo = isUnpaid(subscription) ? item.current_period_start : item.current_period_end;
  const marked =
    typeof customer === 'object' && !('deleted' in customer) ? customer.metadata['testAccount'] : undefined;
  return {
    customerId: idOf(customer),
    status: statuses[status] ?? 'past_due',
    cancelAtEnd: cancel_at_period_end || cancel_at !== null,
    quantity: item.quantity ?? 0,
    start: date(item.current_period_start),
    end: date(ended_at === null ? paidTo : Math.min(paidTo, ended_at)),
    testAccount: marked === 'true',
  };
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
