import type { Stripe } from 'stripe';
import { isMissing } from './checkout.ts';
import { idOf } from './state.ts';

/** What Stripe does not know is charged no more. */
export const whereKnown = async <T>(asking: Promise<T>): Promise<T | undefined> => {
  try {
    return await asking;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
};

export const cancel = async (stripe: Stripe, id: string): Promise<void> => {
  // What has ended is answered as missing, too.
  await whereKnown(stripe.subscriptions.cancel(id));
};

/** A schedule says what a subscription does next, and lets nothing else say it. What it had scheduled is dropped. */
export const releaseSchedule = async (stripe: Stripe, { schedule }: Stripe.Subscription): Promise<void> => {
  if (schedule !== null) await whereKnown(stripe.subscriptionSchedules.release(idOf(schedule)));
};

export const cancelAtEnd = async (stripe: Stripe, id: string): Promise<void> => {
  const subscription = await whereKnown(stripe.subscriptions.retrieve(id));
  if (!subscription || subscription.status === 'canceled') return;
  await releaseSchedule(stripe, subscription);
  await stripe.subscriptions.update(id, { cancel_at_period_end: true });
};

export const handOver = async (stripe: Stripe, id: string, email: string): Promise<void> => {
  const subscription = await whereKnown(stripe.subscriptions.retrieve(id));
  if (!subscription) return;
  await whereKnown(stripe.customers.update(idOf(subscription.customer), { email }));
  if (subscription.status === 'canceled') return;
  await releaseSchedule(stripe, subscription);
  await stripe.subscriptions.update(id, { cancel_at_period_end: true });
};
