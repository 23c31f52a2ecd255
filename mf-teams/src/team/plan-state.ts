import { subscriptionGrace } from '@atrium/shared-kernel/contracts/constants';
import type { Team } from '@atrium/shared-kernel/contracts/entities/team';

/**
 * `unpaid`: a renewal failed and is being retried. `ended`: nothing renews the plan. In both, the seats work for another
 * day. `stopped`: nobody has a seat any more.
 */
export type PlanState = 'fine' | 'ending' | 'unpaid' | 'ended' | 'stopped';

/** The state of a team's plan. `now` in milliseconds. If the service does not tell, the plan counts as fine. */
export const planStateOf = ({ plan }: Pick<Team, 'plan'>, now = Date.now()): PlanState => {
  if (!plan) return 'fine';
  if (plan.status === 'active') return plan.cancelAtEnd ? 'ending' : 'fine';
  if (seatsStop(plan.endDate) <= now) return 'stopped';
  return plan.status === 'canceled' ? 'ended' : 'unpaid';
};

/** Who pays for the plan, undefined once it has ended. Earlier services name them only if they are an admin. */
export const payerOf = ({ plan, payer, owner }: Pick<Team, 'plan' | 'payer' | 'owner'>): string | undefined =>
  plan?.status === 'canceled' ? undefined : (payer ?? owner);

/** When the seats of a plan that is paid until `endDate` stop, in milliseconds. */
export const seatsStop = (endDate: string): number => Date.parse(endDate) + subscriptionGrace;
