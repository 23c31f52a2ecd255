import { subscriptionGrace } from '@atrium/shared-kernel/contracts/constants';
import type { Team } from '@atrium/shared-kernel/contracts/entities/team';

/** `unpaid`: a renewal failed, and is tried again; the seats go on for a day. `stopped`: nobody has a seat any more. */
export type PlanState = 'fine' | 'ending' | 'unpaid' | 'stopped';

/** How the plan of a team stands. `now` in milliseconds. A service that tells nothing of it has a plan that is fine. */
export const planStateOf = ({ plan }: Pick<Team, 'plan'>, now = Date.now()): PlanState => {
  if (!plan) return 'fine';
  if (plan.status === 'canceled') return 'stopped';
  if (plan.status === 'past_due') return seatsStop(plan.endDate) <= now ? 'stopped' : 'unpaid';
  return plan.cancelAtEnd ? 'ending' : 'fine';
};

/** When the seats of a plan that is paid until `endDate` stop, in milliseconds. */
export const seatsStop = (endDate: string): number => Date.parse(endDate) + subscriptionGrace;
