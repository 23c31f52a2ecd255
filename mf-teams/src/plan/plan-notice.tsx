import type { PaidPlan } from '@atrium/shared-kernel/contracts/entities/billing';
import type { Team } from '@atrium/shared-kernel/contracts/entities/team';
import { Button } from '@atrium/shared-kernel/ui/button';
import { dayOf } from '../team/dates.ts';
import { useTeamPortal } from '../team/portal.api.ts';
import { useRenew } from './plan.api.ts';
import { planStateOf, seatsStop } from '../team/plan-state.ts';
import classes from './plan-notice.module.css';

interface Notice {
  readonly title: string;
  readonly text: string;
}

const noticeOf = (team: Team, { status, endDate }: PaidPlan): Notice | undefined => {
  const day = dayOf(endDate);
  const stop = dayOf(new Date(seatsStop(endDate)).toISOString());
  switch (planStateOf(team)) {
    case 'fine':
      return undefined;
    case 'ending':
      return {
        title: `This team’s plan ends on ${day}`,
        text: `It won’t renew, and everyone loses their seat on ${stop}. To keep the plan, resume it under Manage Billing.`,
      };
    case 'unpaid':
      return {
        title: 'The last payment failed',
        text: `The plan was due on ${day}. Update the payment method under Manage Billing by ${stop}, or everyone loses their seat.`,
      };
    case 'ended':
      return {
        title: `This team’s plan ended on ${day}`,
        text: `The seats work until ${stop}. Renew the plan by then and everyone continues as before.`,
      };
    case 'stopped':
      return status === 'past_due'
        ? {
            title: `The seats stopped working on ${stop}`,
            text: 'The last payment failed. Update the payment method under Manage Billing and the seats work again.',
          }
        : {
            title: `This team’s plan ended on ${day}`,
            text: 'No one has a seat anymore. Members, roles and agents are still here: renew the plan and everyone continues where they left off.',
          };
  }
};

/** What has ended or is about to, when, and what to do about it. Renders nothing while the plan is fine. */
export const PlanNotice = ({ team }: { readonly team: Team }) => {
  const { opening, renew } = useRenew(team);
  const portal = useTeamPortal(team._id);
  const notice = team.plan && noticeOf(team, team.plan);
  if (!team.plan || !notice) return null;
  const { status, interval } = team.plan;
  return (
    <section className={classes.notice} aria-label="Plan" data-state={planStateOf(team)}>
      <h3 className={classes.title}>{notice.title}</h3>
      <p>{notice.text}</p>
      {status === 'canceled' ? (
        <Button variant="primary" busy={opening} busyLabel="Opening the checkout" onClick={() => void renew(interval)}>
          Renew Plan
        </Button>
      ) : (
        <Button busy={portal.opening} onClick={() => void portal.open()}>
          {status === 'past_due' ? 'Update Payment Method' : 'Resume Plan'}
        </Button>
      )}
    </section>
  );
};
