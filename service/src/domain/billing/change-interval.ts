import { unitAmountIn } from '@atrium/shared-kernel/contracts/prices';
import type { PlanPrice } from '../../ports/payments.ts';
import { DomainError } from '../domain-error.ts';
import { type BasedOn, requireBase } from '../revision.ts';
import { addInterval } from './interval.ts';
import { sendNotices } from './notices.ts';
import type { BillingServices } from './refunds.ts';
import { atOf } from './seats.ts';
import { plansRevision } from './plan-view.ts';
import { findPlans, type PaidPlan } from './subscriptions.ts';
import { syncSubscription } from './sync.ts';

interface IntervalRequest {
  readonly userId: string;
  readonly interval: 'month' | 'year';
  /** Seconds since 1970, as a preview gave it. */
  readonly at?: number | undefined;
  readonly basedOn?: BasedOn;
}

/**
 * What another interval costs, in the currency's smallest unit: `due` is charged now, `renewAmount` on `renews`.
 * `amount` is the price per period from `date` on.
 */
interface IntervalCost {
  readonly date: Date;
  readonly amount: number;
  readonly currency: string;
  readonly due: number;
  readonly renews: Date;
  readonly renewAmount: number;
  readonly at: number;
}

/** The price in the plan's own currency. A plan in a currency that is not sold, or no longer, has no other interval. */
const priceOf = ({ currency }: PaidPlan, interval: PlanPrice['interval']): PlanPrice => {
  const unitAmount = unitAmountIn(currency, interval);
  if (unitAmount === undefined) throw new DomainError('plan-not-sold');
  return { interval, unitAmount };
};

/** The user's own plan. Only a plan that renews can change its interval; any other throws a domain error. */
const planOf = async (
  { database: { db }, payments, now }: BillingServices,
  { userId, basedOn }: IntervalRequest,
): Promise<PaidPlan> => {
  const plans = await findPlans(db, { userId });
  requireBase(basedOn, plansRevision(plans));
  const plan = plans.find(({ provider }) => provider === payments.provider);
  if (!plan || plan.status === 'canceled') throw new DomainError('no-plan-to-change');
  if (plan.status === 'past_due') throw new DomainError('plan-unpaid');
  if (plan.cancelAtEnd) throw new DomainError('plan-canceled');
  if (plan.currentEnd.getTime() <= now()) throw new DomainError('plan-renewing');
  return plan;
};

/**
 * Moving to yearly payment starts and charges now, less what is left of the month. Moving to monthly payment starts
 * when the paid year ends, so nobody loses what they paid for and nothing is charged before that.
 */
export const previewInterval = async (services: BillingServices, request: IntervalRequest): Promise<IntervalCost> => {
  const { interval, at: given } = request;
  const plan = await planOf(services, request);
  const instant = atOf(services, plan, { prorationDate: given });
  const { currency, currentEnd } = plan;
  const at = instant.getTime() / 1000;
  const next = plan.interval === interval ? plan : priceOf(plan, interval);
  const amount = next.unitAmount * plan.quantity;
  if (interval === 'month' || plan.interval === interval)
    return { date: currentEnd, amount, currency, due: 0, renews: currentEnd, renewAmount: amount, at };
  const price = { interval, unitAmount: next.unitAmount, at: instant };
  const { due, next: renewAmount } = await services.payments.previewPrice(plan.providerId, price);
  return { date: instant, amount, currency, due, renews: addInterval(instant, interval), renewAmount, at };
};

/**
 * Switches the user's own plan between monthly and yearly payment. Repeating the request charges nothing more. With
 * `success: false` nothing has changed: the payment was declined, or the payer has to confirm it at `redirectUrl`.
 */
export const changeInterval = async (
  services: BillingServices,
  request: IntervalRequest,
): Promise<{ readonly success: boolean; readonly redirectUrl?: string }> => {
  const { payments } = services;
  const { interval, at: given } = request;
  const plan = await planOf(services, request);
  const { providerId } = plan;
  if (plan.interval === interval) {
    if (plan.nextInterval !== null) await payments.schedulePrice(providerId, undefined);
  } else if (interval === 'month') await payments.schedulePrice(providerId, priceOf(plan, interval));
  else {
    const price = priceOf(plan, interval);
    const at = atOf(services, plan, { prorationDate: given });
    const key = `price-${plan.id}-${interval}-${at.getTime() / 1000}`;
    const outcome = await payments.changePrice(providerId, { ...price, at, key });
    if (typeof outcome === 'object') return { success: false, redirectUrl: outcome.redirectUrl };
    if (outcome === 'declined') return { success: false };
  }
  await syncSubscription(services, providerId);
  await sendNotices(services, providerId);
  return { success: true };
};
