import { Button } from '@atrium/shared-kernel/ui/button';
import { FailureState } from '@atrium/shared-kernel/ui/failure-state';
import { Skeleton } from '@atrium/shared-kernel/ui/skeleton';
import type { ReactNode } from 'react';
import { useTeamPortal } from '../team/portal.api.ts';
import type { Amounts } from './amounts.ts';
import classes from './seats.module.css';

interface CostProps {
  readonly teamId: string;
  readonly amounts: Amounts | undefined;
  /** Something is due now. */
  readonly charged: boolean;
  /** Seats are added. */
  readonly increase: boolean;
  /** The service's message for why there is no price, if any. */
  readonly failure: string | undefined;
  readonly onRetry: () => void;
}

const Line = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div className={classes.line}>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

const noteOf = ({ ends }: Partial<Amounts>, { charged, increase }: Pick<CostProps, 'charged' | 'increase'>): string => {
  if (ends !== undefined)
    return charged
      ? `You pay for the new seats until the plan ends on ${ends}.`
      : `Nothing is charged now or later: the plan ends on ${ends}.`;
  if (charged) return 'You pay for the new seats for the rest of this billing period.';
  return increase
    ? 'Nothing is charged now: your credit covers the new seats.'
    : 'Nothing is charged now. The unused part of this period is credited to your next invoice.';
};

/** Shown while an invoice is open: seats cannot change before it is paid. */
const OpenInvoice = ({ teamId, amount }: { readonly teamId: string; readonly amount: string }) => {
  const portal = useTeamPortal(teamId);
  return (
    <div className={classes.cost} role="status">
      <dl className={classes.lines}>
        <Line name="Not paid yet">{amount}</Line>
      </dl>
      <p className={classes.note}>
        The last payment failed. You can’t change the seats, and nothing more is charged, until it’s paid.
      </p>
      <Button size="s" className={classes.manage} busy={portal.opening} onClick={() => void portal.open()}>
        Manage Billing
      </Button>
    </div>
  );
};

/** The cost of the change, now and with the next invoice. */
export const Cost = ({ teamId, amounts, charged, increase, failure, onRetry }: CostProps) => {
  if (failure !== undefined)
    return (
      <FailureState small title="We couldn’t calculate the price." text={failure || undefined} onRetry={onRetry} />
    );
  if (amounts?.open !== undefined) return <OpenInvoice teamId={teamId} amount={amounts.open} />;
  return (
    <div className={classes.cost} aria-live="polite" aria-busy={!amounts}>
      <dl className={classes.lines}>
        <Line name="Due now">{amounts ? amounts.now : <Skeleton width="4rem" />}</Line>
        <Line name="Next invoice">
          {amounts ? (amounts.next ?? (amounts.ends === undefined ? '–' : 'None')) : <Skeleton width="4rem" />}
        </Line>
      </dl>
      <p className={classes.note}>{noteOf(amounts ?? {}, { charged: charged || !amounts, increase })}</p>
    </div>
  );
};
