import { Stripe } from 'stripe';
import type { SeatCost, SeatOrder, SeatOutcome, SeatTarget } from '../../../ports/payments.ts';
import { endsNext, idOf, itemOf } from './state.ts';

/** What is not paid of a subscription, in minor units. */
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
  // Below zero it is owed to the customer, and lowers the next invoice.
  const balance = Math.min(0, now.total + now.starting_balance);
  return { due, next: Math.max(0, next.total + balance), currency };
};

/** A request that may charge. The service gives up later than all tries of it together. */
const within = { timeout: 15_000, maxNetworkRetries: 1 };
const authentication = new Set(['authentication_required', 'subscription_payment_intent_requires_action']);

const toConfirm = ({ pending_update: update, latest_invoice: invoice, id }: Stripe.Subscription): SeatOutcome => {
  if (!update) return 'changed';
  const page = typeof invoice === 'object' ? invoice?.hosted_invoice_url : undefined;
  if (!page) throw new Error(`Stripe gave no page for the open invoice of ${id}.`);
  return { redirectUrl: page, expires: new Date(update.expires_at * 1000) };
};

/** Refused as a whole where the card declines; what its owner has to confirm waits, and changes nothing until then. */
export const changeSeats = async (
  stripe: Stripe,
  id: string,
  { quantity, at, key }: SeatOrder,
): Promise<SeatOutcome> => {
  const subscription = await stripe.subscriptions.retrieve(id, { expand: ['latest_invoice'] }, within);
  const item = itemOf(subscription);
  const waiting = subscription.pending_update?.subscription_items?.[0]?.quantity;
  if (waiting === quantity) return toConfirm(subscription);
  // Voiding its bill drops what waits.
  if (waiting !== undefined) await stripe.invoices.voidInvoice(idOf(subscription.latest_invoice), {}, within);
  if (item.quantity === quantity) return 'changed';
  if (subscription.status !== 'active') return 'declined';
  const update = (payment_behavior: 'error_if_incomplete' | 'pending_if_incomplete') =>
    stripe.subscriptions.update(
      id,
      {
        items: [{ id: item.id, quantity }],
        proration_behavior: 'always_invoice',
        proration_date: at.getTime() / 1000,
        payment_behavior,
        expand: ['latest_invoice'],
      },
      { ...within, idempotencyKey: `${key}-${payment_behavior}` },
    );
  try {
    return toConfirm(await update('error_if_incomplete'));
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError) || error.statusCode !== 402) throw error;
    if (![error.code, error.decline_code].some((code) => authentication.has(code ?? ''))) return 'declined';
    return toConfirm(await update('pending_if_incomplete'));
  }
};
