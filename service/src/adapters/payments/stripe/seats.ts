import type { Stripe } from 'stripe';
import type { SeatCost, SeatOrder, SeatOutcome, SeatTarget } from '../../../ports/payments.ts';
import { dropPending, toConfirm, updateAndCharge, within } from './charged-update.ts';
import { endsNext, itemOf } from './state.ts';

/** The unpaid amount of a subscription, in minor units. */
const openAmount = async (stripe: Stripe, subscription: string): Promise<number> => {
  const { data } = await stripe.invoices.list({ subscription, status: 'open', limit: 100 });
  return data.reduce((sum, { amount_remaining: amount }) => sum + amount, 0);
};

export const previewSeats = async (stripe: Stripe, id: string, { quantity, at }: SeatTarget): Promise<SeatCost> => {
  const subscription = await stripe.subscriptions.retrieve(id);
  const { currency } = subscription;
  if (subscription.status !== 'active') return { due: 0, open: await openAmount(stripe, id), currency };
  const items = [{ id: itemOf(subscription).id, quantity }];
  const preview = (subscription_details: Stripe.InvoiceCreatePreviewParams.SubscriptionDetails) =>
    stripe.invoices.createPreview({ subscription: id, subscription_details });
  const now = await preview({ items, proration_behavior: 'always_invoice', proration_date: at.getTime() / 1000 });
  const due = now.amount_due;
  if (endsNext(subscription)) return { due, currency };
  const next = await preview({ items, proration_behavior: 'none' });
  // A negative balance is a credit of the customer, which lowers the next invoice.
  const balance = Math.min(0, now.total + now.starting_balance);
  return { due, next: Math.max(0, next.total + balance), currency };
};

export const changeSeats = async (
  stripe: Stripe,
  id: string,
  { quantity, at, key }: SeatOrder,
): Promise<SeatOutcome> => {
  const subscription = await stripe.subscriptions.retrieve(id, { expand: ['latest_invoice'] }, within);
  const item = itemOf(subscription);
  if (subscription.pending_update?.subscription_items?.[0]?.quantity === quantity) return toConfirm(subscription);
  await dropPending(stripe, subscription);
  if (item.quantity === quantity) return 'changed';
  if (subscription.status !== 'active') return 'declined';
  return updateAndCharge(stripe, subscription, { items: [{ id: item.id, quantity }], at, key });
};
