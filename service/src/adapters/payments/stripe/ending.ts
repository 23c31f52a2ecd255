import { Stripe } from 'stripe';
import { isMissing } from './checkout.ts';
import { idOf } from './state.ts';

/** The answer to a request, or undefined if Stripe does not know the object, which then cannot be charged either. */
export const whereKnown = async <T>(request: Promise<T>): Promise<T | undefined> => {
  try {
    return await request;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
};

/** Stripe stops collecting what an ended subscription left unpaid, but each invoice could still be paid on its page. */
export const voidUnpaid = async (stripe: Stripe, subscription: string): Promise<void> => {
  const unpaid = stripe.invoices.list({ subscription, status: 'open', limit: 100 });
  for (const { id } of (await whereKnown(unpaid.autoPagingToArray({ limit: 10_000 }))) ?? [])
    await stripe.invoices.voidInvoice(id).catch((error: unknown) => {
      // An invoice that was just paid or voided, or whose payment is on its way, cannot be voided.
      if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
    });
};

export const cancel = async (stripe: Stripe, id: string): Promise<void> => {
  // Stripe also reports a subscription that has ended as missing.
  await whereKnown(stripe.subscriptions.cancel(id));
  await voidUnpaid(stripe, id);
};

/** Releases the schedule of a subscription, which would block other changes. Scheduled changes are dropped. */
export const releaseSchedule = async (stripe: Stripe, { schedule }: Stripe.Subscription): Promise<void> => {
  if (schedule !== null) await whereKnown(stripe.subscriptionSchedules.release(idOf(schedule)));
};

export const cancelAtEnd = async (stripe: Stripe, id: string): Promise<void> => {
  const subscription = await whereKnown(stripe.subscriptions.retrieve(id));
  if (!subscription || subscription.status === 'canceled') return;
  await releaseSchedule(stripe, subscription);
  await stripe.subscriptions.update(id, { cancel_at_period_end: true });
};

export const setEmail = async (stripe: Stripe, customer: string, email: string): Promise<void> => {
  await whereKnown(stripe.customers.update(customer, { email }));
};

export const handOver = async (stripe: Stripe, id: string, email: string): Promise<void> => {
  const subscription = await whereKnown(stripe.subscriptions.retrieve(id));
  if (!subscription) return;
  const customer = idOf(subscription.customer);
  await setEmail(stripe, customer, email);
  if (subscription.status !== 'canceled') {
    await releaseSchedule(stripe, subscription);
    await stripe.subscriptions.update(id, { cancel_at_period_end: true });
  }
  // Whoever resumes the plan or adds seats must not charge the card of the payer who left.
  const cards = await whereKnown(stripe.customers.listPaymentMethods(customer, { limit: 100 }));
  for (const card of cards?.data ?? []) await whereKnown(stripe.paymentMethods.detach(card.id));
};
