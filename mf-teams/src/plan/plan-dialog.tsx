import { messageOf } from '@atrium/shared-kernel/client';
import * as dialogs from '#contracts/dialogs';
import type { Bill, Refund } from '@atrium/shared-kernel/contracts/entities/billing';
import type { Team } from '@atrium/shared-kernel/contracts/entities/team';
import { money } from '@atrium/shared-kernel/contracts/money';
import { noInvoices } from '@atrium/shared-kernel/contracts/sentences';
import { useDialogInput } from '@atrium/shared-kernel/remote';
import { Button, buttonLook } from '@atrium/shared-kernel/ui/button';
import { DialogBody } from '@atrium/shared-kernel/ui/dialog-body';
import { FailureState } from '@atrium/shared-kernel/ui/failure-state';
import { Skeleton } from '@atrium/shared-kernel/ui/skeleton';
import CreditCard from 'lucide-react/icons/credit-card';
import { useHost } from '../remote.ts';
import { dayOf } from '../team/dates.ts';
import { useTeamPortal } from '../team/portal.api.ts';
import { TeamDialog } from '../team/team-dialog.tsx';
import { PlanCard } from './plan-card.tsx';
import { useCancelPlan, useTeamBilling } from './plan.api.ts';
import classes from './plan.module.css';

const title = 'Plan and Invoices';
const statusLabels = { paid: 'Paid', open: 'Not paid yet', void: 'Void' } as const;

const Invoice = ({ bill: { number, date, amount, currency, status, url } }: { readonly bill: Bill }) => (
  <li className={classes.invoice}>
    <div className={classes.words}>
      <p>{money(amount, currency)}</p>
      <p className={classes.text}>
        {dayOf(date)} · {number} · {statusLabels[status]}
      </p>
    </div>
    {url !== undefined && (
      <a
        className={buttonLook({ size: 's' })}
        href={url}
        target="_blank"
        rel="noreferrer"
        aria-label={`View invoice ${number} from ${dayOf(date)}`}
      >
        View
      </a>
    )}
  </li>
);

const refundText = (refunded: number, credited: number, currency: string): string => {
  if (credited === 0) return 'Refunded';
  const credit = `${money(credited, currency)} credited to your next invoices`;
  return refunded === 0 ? credit : `${money(refunded, currency)} refunded, ${credit}`;
};

/** Refunds for a plan that was paid twice. */
const Refunds = ({ refunds }: { readonly refunds: readonly Refund[] }) => (
  <>
    <h3 className={classes.heading}>Refunds</h3>
    <ul className={classes.invoices} aria-label="Refunds">
      {refunds.map(({ id, date, refunded, credited, currency, url }) => (
        <li key={id} className={classes.invoice}>
          <div className={classes.words}>
            <p>{money(refunded + credited, currency)}</p>
            <p className={classes.text}>
              {dayOf(date)} · {refundText(refunded, credited, currency)}
            </p>
          </div>
          {url !== undefined && (
            <a
              className={buttonLook({ size: 's' })}
              href={url}
              target="_blank"
              rel="noreferrer"
              aria-label={`View the refund from ${dayOf(date)}`}
            >
              View
            </a>
          )}
        </li>
      ))}
    </ul>
  </>
);

const Billing = ({ team }: { readonly team: Team }) => {
  const { close } = useHost();
  const { billing, error, fetching, showOlder, retry } = useTeamBilling(team._id);
  const cancel = useCancelPlan(team._id, retry);
  const portal = useTeamPortal(team._id);
  return (
    <DialogBody title={title} description={team.name} onClose={() => close()} aria-busy={!billing && !error}>
      {!billing && !error && <Skeleton shape="block" height="260px" />}
      {billing && (
        <div className={classes.parts}>
          {billing.plan && !billing.plans && <PlanCard team={team} plan={billing.plan} />}
          {billing.plans && (
            <>
              <p className={classes.text}>Your team pays for more than one plan. Keep one and cancel the others.</p>
              {billing.plans.map((plan) => (
                <PlanCard key={plan.id} team={team} plan={plan} onCancel={() => void cancel(plan)} />
              ))}
            </>
          )}
          {billing.plan && (
            <Button
              className={classes.manage}
              icon={<CreditCard />}
              busy={portal.opening}
              onClick={() => void portal.open()}
            >
              Manage Billing
            </Button>
          )}
          {billing.refunds && <Refunds refunds={billing.refunds} />}
          <h3 className={classes.heading}>Invoices</h3>
          {billing.invoices.length === 0 && !fetching && <p className={classes.text}>{noInvoices}</p>}
          {billing.invoices.length > 0 && (
            <ul className={classes.invoices} aria-label="Invoices">
              {billing.invoices.map((bill) => (
                <Invoice key={bill.id} bill={bill} />
              ))}
            </ul>
          )}
          {!error && showOlder && (
            <Button size="s" variant="ghost" wide busy={fetching} onClick={showOlder}>
              Show older
            </Button>
          )}
        </div>
      )}
      {error && (
        <FailureState
          small
          title="Couldn’t load the invoices."
          text={messageOf(error, '') || undefined}
          busy={fetching}
          onRetry={retry}
        />
      )}
    </DialogBody>
  );
};

/** What a team pays and has paid, for its admins. */
export const PlanDialog = () => {
  const { teamId } = useDialogInput(dialogs.teams.plan);
  return (
    <TeamDialog title={title} teamId={teamId} height="260px">
      {(team) => <Billing team={team} />}
    </TeamDialog>
  );
};
