import { Stripe } from 'stripe';
import type { SeatOutcome } from '../../../ports/payments.ts';
import { idOf } from './state.ts';

/** Options of requests that may charge. All attempts together end before the service itself times out. */
export const within = { timeout: 15_000, maxNetworkRetries: 1 };
const authentication = new Set(['authentication_required', 'subscription_payment_intent_requires_action']);

export const toConfirm = ({
  pending_update: update,
  latest_invoice: invoice,
  id,
}: Stripe.Subscription): SeatOutcome => {
  if (!update) return 'changed';
  const page = typeof invoice === 'object' ? invoice?.hosted_invoice_url : undefined;
  if (!page) throw new Error(`Stripe returned no page for the open invoice of ${id}.`);
  return { redirectUrl: page, expires: new Date(update.expires_at * 1000) };
};

/** Drops a change that waits for the payer's confirmation by voiding its invoice. */
export const dropPending = async (stripe: Stripe, subscription: Stripe.Subscription): Promise<void> => {
  if (subscription.pending_update) await stripe.invoices.voidInvoice(idOf(subscription.latest_invoice), {}, within);
};

interface Charge {
  readonly items: Stripe.SubscriptionUpdateParams.Item[];
  readonly at: Date;
  readonly key: string;
}

/** Whether nothing could be charged because the customer has no payment method, as after a handover. */
const isWithoutCard = async (stripe: Stripe, { customer }: Stripe.Subscription): Promise<boolean> => {
  const { data } = await stripe.customers.listPaymentMethods(idOf(customer), { limit: 1 }, within);
  return data.length === 0;
};

/**
 * Updates a subscription and charges the difference. If the card declines or there is none, nothing changes. If the
 * payer has to confirm the payment, the update waits and changes nothing until then.
 */
export const updateAndCharge = async (
  stripe: Stripe,
  subscription: Stripe.Subscription,
  { items, at, key }: Charge,
): Promise<SeatOutcome> => {
  const update = (payment_behavior: 'error_if_incomplete' | 'pending_if_incomplete') =>
    stripe.subscriptions.update(
      subscription.id,
      {
        items,
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
    // Stripe refuses such a request as invalid, with a code that it also uses for other faults.
    const invalid = error instanceof Stripe.errors.StripeInvalidRequestError;
    if (invalid && (await isWithoutCard(stripe, subscription))) return 'declined';
    if (!(error instanceof Stripe.errors.StripeError) || error.statusCode !== 402) throw error;
    if (![error.code, error.decline_code].some((code) => authentication.has(code ?? ''))) return 'declined';
    return toConfirm(await update('pending_if_incomplete'));
  }
};
