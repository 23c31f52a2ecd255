import type { PaidPlan } from '@atrium/shared-kernel/contracts/entities/billing';
import { money } from '@atrium/shared-kernel/contracts/money';
import { Button } from '@atrium/shared-kernel/ui/button';
import ExternalLink from 'lucide-react/icons/external-link';
import { useHost } from '../remote.ts';
import { dayOf } from '../ui/times.ts';
import { Actions, Section } from '../ui/section.tsx';
import { usePortal } from './billing.api.ts';
import classes from './billing-tab.module.css';

export const whatComes = ({ status, cancelAtEnd, amount, currency, endDate }: PaidPlan): string => {
  const day = dayOf(endDate);
  if (status === 'canceled') return `Ended on ${day}.`;
  if (status === 'past_due') return 'The last payment failed. Please update your payment method to keep your plan.';
  return cancelAtEnd ? `Ends on ${day} and won’t renew.` : `Renews on ${day} for ${money(amount, currency)}.`;
};

const words = { active: 'Active', past_due: 'Payment failed', canceled: 'Ended' } as const;

/** The plan, what comes next for it, and the way to the provider's portal. */
export const PlanSection = ({ plan }: { readonly plan: PaidPlan | undefined }) => {
  const { navigation } = useHost();
  const { open, busy } = usePortal();
  return (
    <Section title="Plan" text="Change your card, cancel or resume on the payment page.">
      {plan && (
        <div className={classes.plan}>
          <p className={classes.name}>
            <span>Personal</span>
            <span className={classes.badge} data-status={plan.status}>
              {words[plan.status]}
            </span>
          </p>
          <p className={classes.amount}>
            {money(plan.amount, plan.currency)} <span className={classes.per}>per {plan.interval}</span>
          </p>
          <p className={classes.next} data-status={plan.status}>
            {whatComes(plan)}
          </p>
        </div>
      )}
      <Actions>
        {plan?.status === 'canceled' && (
          <Button variant="primary" onClick={() => navigation.navigate('/subscribe')}>
            Renew
          </Button>
        )}
        <Button icon={<ExternalLink />} busy={busy} busyLabel="Opening" onClick={open}>
          Manage billing
        </Button>
      </Actions>
    </Section>
  );
};
