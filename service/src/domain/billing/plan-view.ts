import type { PaidPlan as PlanView } from '@atrium/shared-kernel/contracts/entities/billing';
import { revisionOf } from '../revision.ts';
import type { PaidPlan } from './subscriptions.ts';

/** The revision covers all plans of a payer, because canceling one depends on the state of the others. */
export const plansRevision = (plans: readonly PaidPlan[]): string =>
  revisionOf(
    ...plans
      .map(({ providerId, status, cancelAtEnd, interval, quantity, unitAmount, currentEnd, nextInterval }) => [
        providerId,
        status,
        cancelAtEnd,
        interval,
        quantity,
        unitAmount,
        currentEnd,
        nextInterval,
      ])
      .toSorted(([one], [other]) => (String(one) < String(other) ? -1 : 1)),
  );

/** The current plan among a payer's plans: that of the configured provider, else the one that ends last. */
export const shownPlan = (plans: readonly PaidPlan[], provider: string): PaidPlan | undefined =>
  plans.find((one) => one.provider === provider) ?? plans[0];

/** Who pays for a plan; undefined once it has ended, or if its provider is no longer configured. */
export const payerOf = (plan: PaidPlan | undefined, provider: string): string | undefined =>
  plan && plan.provider === provider && plan.status !== 'canceled' ? plan.userId : undefined;

/** A plan of a provider that is no longer configured is not charged again: it shows as ending with its paid period. */
export const viewPlan = (plan: PaidPlan, provider: string, now: number): PlanView => {
  const { status, interval, quantity, unitAmount, currency, currentEnd, nextInterval, nextUnitAmount } = plan;
  const cancelAtEnd = plan.cancelAtEnd || plan.provider !== provider;
  return {
    status: status === 'active' && currentEnd.getTime() <= now && cancelAtEnd ? 'canceled' : status,
    cancelAtEnd,
    interval,
    quantity,
    amount: unitAmount * quantity,
    currency,
    endDate: currentEnd.toISOString(),
    ...(nextInterval === null || nextUnitAmount === null || cancelAtEnd
      ? {}
      : { next: { interval: nextInterval, amount: nextUnitAmount * quantity } }),
  };
};
