import type { Stripe } from 'stripe';
import type { PlanPrice, PriceCost, PriceOrder, PriceTarget, SeatOutcome } from '../../../ports/payments.ts';
import type { StripeConfig } from '../config.ts';
import { dropPending, toConfirm, updateAndCharge, within } from './charged-update.ts';
import { releaseSchedule } from './ending.ts';
import { idOf, itemOf } from './state.ts';

/** A price for an item: the one configured in Stripe's dashboard, else price data for the same product. */
const named = ({ prices }: StripeConfig, subscription: Stripe.Subscription, { interval, unitAmount }: PlanPrice) => {
  const { currency } = subscription;
  const price = prices?.[`${currency}-${interval}`];
  if (price !== undefined) return { price };
  const product = idOf(itemOf(subscription).price.product);
  return { price_data: { currency, product, recurring: { interval }, unit_amount: unitAmount } };
};

export const previewPrice = async (
  stripe: Stripe,
  config: StripeConfig,
  id: string,
  target: PriceTarget,
): Promise<PriceCost> => {
  const subscription = await stripe.subscriptions.retrieve(id);
  const item = itemOf(subscription);
  const bill = await stripe.invoices.createPreview({
    subscription: id,
    subscription_details: {
      items: [{ id: item.id, ...named(config, subscription, target) }],
      proration_behavior: 'always_invoice',
      proration_date: target.at.getTime() / 1000,
    },
  });
  // A negative balance is a credit of the customer, which lowers the next invoice.
  const balance = Math.min(0, bill.total + bill.starting_balance);
  const next = Math.max(0, target.unitAmount * (item.quantity ?? 1) + balance);
  return { due: bill.amount_due, next, currency: subscription.currency };
};

export const changePrice = async (
  stripe: Stripe,
  config: StripeConfig,
  id: string,
  { at, key, ...price }: PriceOrder,
): Promise<SeatOutcome> => {
  const subscription = await stripe.subscriptions.retrieve(id, { expand: ['latest_invoice'] }, within);
  const item = itemOf(subscription);
  const waiting = subscription.pending_update?.subscription_items?.[0]?.price.recurring?.interval;
  if (waiting === price.interval) return toConfirm(subscription);
  await dropPending(stripe, subscription);
  if (item.price.recurring?.interval === price.interval) return 'changed';
  if (subscription.status !== 'active') return 'declined';
  await releaseSchedule(stripe, subscription);
  const items = [{ id: item.id, ...named(config, subscription, price) }];
  return updateAndCharge(stripe, subscription, { items, at, key });
};

/**
 * Schedules two phases: the current period as it is, then the other price, which remains after the schedule has ended.
 */
export const schedulePrice = async (
  stripe: Stripe,
  config: StripeConfig,
  id: string,
  next: PlanPrice | undefined,
): Promise<void> => {
  const subscription = await stripe.subscriptions.retrieve(id, { expand: ['schedule'] });
  if (!next) return releaseSchedule(stripe, subscription);
  const item = itemOf(subscription);
  const quantity = item.quantity ?? 1;
  const known = typeof subscription.schedule === 'object' ? subscription.schedule : null;
  const schedule = known ?? (await stripe.subscriptionSchedules.create({ from_subscription: id }));
  await stripe.subscriptionSchedules.update(schedule.id, {
    end_behavior: 'release',
    proration_behavior: 'none',
    metadata: { interval: next.interval, unitAmount: String(next.unitAmount) },
    phases: [
      {
        start_date: schedule.current_phase?.start_date ?? item.current_period_start,
        end_date: item.current_period_end,
        items: [{ price: item.price.id, quantity }],
        proration_behavior: 'none',
      },
      {
        duration: { interval: next.interval, interval_count: 1 },
        items: [{ ...named(config, subscription, next), quantity }],
        proration_behavior: 'none',
      },
    ],
  });
};
