import { Stripe } from 'stripe';
import type { StripeConfig } from '../config.ts';
import type { CheckoutState, Order } from '../../../ports/payments.ts';
import { idOf, itemOf, toState } from './state.ts';

export const provider = 'stripe';

const priceOf = ({ currency, interval, unitAmount, teamName }: Order, { prices }: StripeConfig) => {
  const price = prices?.[`${currency}-${interval}`];
  if (price !== undefined) return { price };
  const name = teamName === undefined ? 'Atrium' : 'Atrium for teams';
  return { price_data: { currency, unit_amount: unitAmount, recurring: { interval }, product_data: { name } } };
};

const createSession = (stripe: Stripe, config: StripeConfig, order: Order) => {
  const { origin, userId, email, customerId, quantity, teamName, key } = order;
  const metadata = { userId, ...(teamName === undefined ? {} : { teamName }) };
  return stripe.checkout.sessions.create(
    {
      mode: 'subscription',
      line_items: [{ ...priceOf(order, config), quantity }],
      ...(customerId === undefined ? { customer_email: email } : { customer: customerId }),
      client_reference_id: userId,
      metadata,
      subscription_data: { metadata },
      success_url: `${origin}/subscribed?session_id={CHECKOUT_SESSION_ID}`,
      cancel_url: `${origin}/subscribed?canceled=true&expire_session_id={CHECKOUT_SESSION_ID}`,
    },
    // Stripe refuses an idempotency key that is reused with other parameters.
    key === undefined ? {} : { idempotencyKey: `checkout_${key}_${customerId ?? 'new'}` },
  );
};

export const openCheckout = async (stripe: Stripe, config: StripeConfig, order: Order) => {
  const session = await createSession(stripe, config, order).catch((error: unknown) => {
    if (order.customerId === undefined || !isMissing(error)) throw error;
    // The customer was removed at Stripe, so the checkout creates another one.
    const { customerId: _, ...withoutCustomer } = order;
    return createSession(stripe, config, withoutCustomer);
  });
  if (!session.url) throw new Error(`Stripe returned no page for the checkout ${session.id}.`);
  return { sessionId: session.id, redirectUrl: session.url, expires: new Date(session.expires_at * 1000) };
};

const expand = ['subscription.latest_invoice', 'subscription.customer'];

/** The state of a checkout. The purchase reflects the subscription's current state, even if it is read late. */
export const readCheckout = async (stripe: Stripe, sessionId: string): Promise<CheckoutState> => {
  const session = await stripe.checkout.sessions.retrieve(sessionId, { expand }).catch((error: unknown) => {
    if (!isMissing(error)) throw error;
    return undefined;
  });
  // A checkout that Stripe does not know cannot be paid any more.
  if (!session) return { status: 'expired' };
  const { subscription, status, payment_status } = session;
  if (status !== 'complete') return { status: status === 'open' ? 'open' : 'expired' };
  if (subscription === null || typeof subscription === 'string') return { status: 'pending' };
  // A payment that takes days, such as by bank transfer, can still fail.
  const failed = subscription.status === 'incomplete_expired' || subscription.status === 'canceled';
  if (payment_status === 'unpaid') return { status: failed ? 'expired' : 'pending' };
  const { end, customerId, testAccount } = toState(subscription);
  const start = new Date(Math.min(subscription.start_date, itemOf(subscription).current_period_start) * 1000);
  return {
    status: 'paid',
    purchase: {
      provider,
      sessionId,
      eventId: `paid_${sessionId}`,
      customerId,
      subscriptionId: idOf(subscription),
      testAccount,
      start,
      end,
    },
  };
};

export const isMissing = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing';
