import type { PaidPlan } from '@atrium/shared-kernel/contracts/entities/billing';
import type { Team } from '@atrium/shared-kernel/contracts/entities/team';
import { money } from '@atrium/shared-kernel/contracts/money';
import { planEnded, planEnds, planRenews } from '@atrium/shared-kernel/contracts/sentences';
import { Button } from '@atrium/shared-kernel/ui/button';
import { dayOf } from '../team/dates.ts';
import { useRenew } from './plan.api.ts';
import classes from './plan.module.css';

const statusLabels = { active: 'Active', past_due: 'Payment failed', canceled: 'Ended' } as const;

const outlookOf = ({ status, cancelAtEnd, amount, currency, endDate }: PaidPlan): string => {
  const day = dayOf(endDate);
  if (status === 'canceled') return planEnded(day);
  if (status === 'past_due') return 'The last payment failed. Update the payment method under Manage Billing.';
  if (cancelAtEnd) return planEnds(day);
  return planRenews(day, money(amount, currency));
};

interface PlanCardProps {
  readonly team: Team;
  readonly plan: PaidPlan;
  /** Cancels this plan, if the team pays for several. */
  readonly onCancel?: (() => void) | undefined;
}

/** What the team pays, and what comes next. A plan that has ended can be renewed. */
export const PlanCard = ({ team, plan, onCancel }: PlanCardProps) => {
  const { opening, renew } = useRenew(team);
  return (
    <section className={classes.card} aria-label="Plan">
      <p className={classes.name}>
        {plan.quantity.toLocaleString('en-US')} seats
        <span className={classes.badge} data-status={plan.status}>
          {statusLabels[plan.status]}
        </span>
      </p>
      <p className={classes.amount}>
        {money(plan.amount, plan.currency)} <span className={classes.text}>per {plan.interval}</span>
      </p>
      <p className={classes.text}>{outlookOf(plan)}</p>
      {onCancel && !plan.cancelAtEnd && (
        <Button className={classes.renew} onClick={onCancel}>
          Cancel plan
        </Button>
      )}
      {plan.status === 'canceled' && (
        <Button
          variant="primary"
          className={classes.renew}
          busy={opening}
          busyLabel="Opening the checkout"
          onClick={() => void renew(plan.interval)}
        >
          Renew Plan
        </Button>
      )}
    </section>
  );
};
