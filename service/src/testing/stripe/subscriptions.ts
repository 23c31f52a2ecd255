import type { Ledger } from './ledger.ts';
import { priceOf } from './prices.ts';
import type { Item, Subscription } from './records.ts';
import { expandOf, type Handler, missing, Refusal, type Route } from './route.ts';
import type { Wire } from './wire.ts';

interface Change {
  readonly items?: readonly (Partial<Item> & { readonly id: string })[];
  readonly proration_date?: number;
  readonly proration_behavior?: string;
  readonly payment_behavior?: string;
}

const unpaidBehaviors: Readonly<Record<string, 'error' | 'pending'>> = {
  error_if_incomplete: 'error',
  pending_if_incomplete: 'pending',
};

const quantityOf = (of: Subscription, { items }: Change): number => {
  const [item] = items ?? [];
  if (item && item.id !== of.item) throw missing('subscription item', item.id);
  return item?.quantity ?? of.quantity;
};

/** The price that a change requests, if it differs from the current one. */
const repricingOf = (of: Subscription, { items: [item] = [], proration_date: at = 0 }: Change) => {
  const price = priceOf(item);
  if (!price || price.recurring.interval === of.interval) return undefined;
  return { amount: price.unit_amount, interval: price.recurring.interval, at };
};

/** Stripe's calls for subscriptions, and for the preview of a change. */
export const subscriptions = (ledger: Ledger, wire: Wire): readonly Route[] => {
  const subscriptionOf = (id: string): Subscription => {
    const found = ledger.subscriptions.get(id);
    if (!found) throw missing('subscription', id);
    return found;
  };
  const update: Handler = (params, id) => {
    const of = subscriptionOf(id);
    if (of.status === 'canceled')
      throw new Refusal('A canceled subscription can only update its cancellation_details.', 'canceled');
    const [quantity, to] = [quantityOf(of, params), repricingOf(of, params)];
    const changes = quantity !== of.quantity || to !== undefined;
    const { proration_behavior: proration, proration_date: date, payment_behavior: payment } = params as Change;
    // The stand-in does not implement what Stripe does with other options.
    if (changes && (proration !== 'always_invoice' || date === undefined))
      throw new Refusal('The stand-in bills other seats and prices at once, as of an instant.', 'stand_in');
    if (of.schedule && (to || params['cancel_at_period_end'] !== undefined))
      throw new Refusal('The subscription is managed by the subscription schedule.', 'managed_by_schedule');
    if (changes) ledger.change(of, { quantity, to }, date ?? 0, unpaidBehaviors[payment ?? ''] ?? 'allow');
    if (params['cancel_at_period_end'] !== undefined) ledger.cancelAtEnd(of, params['cancel_at_period_end'] === true);
    return wire.subscription(of, expandOf(params));
  };
  const cancel: Handler = (_, id) => {
    const of = subscriptionOf(id);
    if (of.status === 'canceled') throw missing('subscription', id);
    ledger.cancel(of);
    return wire.subscription(of);
  };
  const preview: Handler = (params) => {
    const of = subscriptionOf(String(params['subscription']));
    const change = (params['subscription_details'] ?? {}) as Change;
    const quantity = quantityOf(of, change);
    const now = change.proration_behavior === 'always_invoice';
    const total = now
      ? ledger.cost(of, quantity, change.proration_date ?? 0, repricingOf(of, change))
      : of.amount * quantity;
    return wire.invoice(ledger.bill(of, now ? 'subscription_update' : 'subscription_cycle', total, of.end));
  };
  const file = 'Subscriptions.d.ts';
  return [
    [
      /^GET \/v1\/subscriptions\/(\w+)$/,
      file,
      'SubscriptionRetrieveParams',
      (params, id) => wire.subscription(subscriptionOf(id), expandOf(params)),
    ],
    [/^POST \/v1\/subscriptions\/(\w+)$/, file, 'SubscriptionUpdateParams', update],
    [/^DELETE \/v1\/subscriptions\/(\w+)$/, file, 'SubscriptionCancelParams', cancel],
    [/^POST \/v1\/invoices\/create_preview$/, 'Invoices.d.ts', 'InvoiceCreatePreviewParams', preview],
  ];
};
