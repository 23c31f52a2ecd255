import type { PaidPlan as PlanView } from '@atrium/shared-kernel/contracts/entities/billing';
import { revisionOf } from '../revision.ts';
import type { PaidPlan } from './subscriptions.ts';

/** Of all plans of a payer: which one is worth ending depends on the others. */
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

/** A plan of another provider than the one that is set up is charged no more: it ends with what is paid. */
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
