import { subscriptionGrace } from '@atrium/shared-kernel/contracts/constants';
import type { PaidPlan } from '@atrium/shared-kernel/contracts/entities/billing';
import { money } from '@atrium/shared-kernel/contracts/money';
import { planEnded, planEnds, planRenews } from '@atrium/shared-kernel/contracts/sentences';
import { useBehavior } from '@atrium/shared-kernel/remote';
import { isActive } from '@atrium/shared-kernel/session';
import { Button } from '@atrium/shared-kernel/ui/button';
import ExternalLink from 'lucide-react/icons/external-link';
import { useHost } from '../remote.ts';
import { dayOf } from '../ui/times.ts';
import { Actions, Section } from '../ui/section.tsx';
import { usePortal } from './billing.api.ts';
import { useChangeInterval } from './interval.api.ts';
import classes from './billing-tab.module.css';

export const outlookOf = ({ status, cancelAtEnd, amount, currency, endDate, next }: PaidPlan): string => {
  const day = dayOf(endDate);
  if (next) return `Changes to ${money(next.amount, currency)} per ${next.interval} on ${day}.`;
  if (status === 'canceled') return planEnded(day);
  if (status === 'past_due') return 'The last payment failed. Please update your payment method to keep your plan.';
  return cancelAtEnd ? planEnds(day) : planRenews(day, money(amount, currency));
};

const statusLabels = { active: 'Active', past_due: 'Payment failed', canceled: 'Ended' } as const;

interface PlanProps {
  readonly plan: PaidPlan | undefined;
  /** Called when the plan has changed. Undefined if there are several, because it is unclear which one would change. */
  readonly onChange: (() => void) | undefined;
}

const mayChange = ({ status, cancelAtEnd }: PaidPlan): boolean => status === 'active' && !cancelAtEnd;

const changeLabel = ({ interval, next }: PaidPlan): string => {
  if (interval === 'month') return 'Switch to yearly';
  return next ? 'Keep yearly' : 'Switch to monthly';
};

/** The day on which access ends that the user still has, as by a team or on the day after a plan; undefined without any. */
const useAccessEnd = (): string | undefined => {
  const { session } = useHost();
  const end = useBehavior(session.user$)?.subscriptionEndDate;
  if (end === undefined || !isActive(end)) return undefined;
  return dayOf(new Date(Date.parse(end) + subscriptionGrace).toISOString());
};

/** The plan, what comes next for it, and a button to the provider's portal. */
export const PlanSection = ({ plan, onChange }: PlanProps) => {
  const { navigation } = useHost();
  const { open, busy } = usePortal();
  const change = useChangeInterval(onChange, plan?.revision);
  const accessEnd = useAccessEnd();
  const ended = plan?.status === 'canceled';
  return (
    <Section title="Plan" text="Change your card, cancel or resume on the payment page. Dates are in your time zone.">
      {plan && (
        <div className={classes.plan}>
          <p className={classes.name}>
            <span>Personal</span>
            <span className={classes.badge} data-status={plan.status}>
              {statusLabels[plan.status]}
            </span>
          </p>
          <p className={classes.amount}>
            {money(plan.amount, plan.currency)} <span className={classes.per}>per {plan.interval}</span>
          </p>
          <p className={classes.next} data-status={plan.status}>
            {outlookOf(plan)}
          </p>
          {/* Nobody with access can subscribe (A4.08). */}
          {ended && accessEnd !== undefined && (
            <p className={classes.next}>You have access until {accessEnd}. If it ends then, you can renew this plan.</p>
          )}
        </div>
      )}
      <Actions>
        {ended && accessEnd === undefined && (
          <Button variant="primary" onClick={() => navigation.navigate(`/subscribe?interval=${plan.interval}`)}>
            Renew
          </Button>
        )}
        {plan && onChange && mayChange(plan) && (
          <Button
            busy={change.busy}
            busyLabel="Calculating the price"
            onClick={() => void change.offer(plan.interval === 'year' && !plan.next ? 'month' : 'year')}
          >
            {changeLabel(plan)}
          </Button>
        )}
        <Button icon={<ExternalLink />} busy={busy} busyLabel="Opening" onClick={open}>
          Manage billing
        </Button>
      </Actions>
    </Section>
  );
};
