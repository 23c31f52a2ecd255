import { FailureState } from '@atrium/shared-kernel/ui/failure-state';
import { Skeleton } from '@atrium/shared-kernel/ui/skeleton';
import type { Amounts } from './amounts.ts';
import classes from './seats.module.css';

interface CostProps {
  readonly amounts: Amounts | undefined;
  /** Something is due at once. */
  readonly charged: boolean;
  readonly failed: boolean;
  readonly onRetry: () => void;
}

/** What the change of seats costs now and with the next invoice. */
export const Cost = ({ amounts, charged, failed, onRetry }: CostProps) => {
  if (failed) return <FailureState small title="What this costs could not be found out." onRetry={onRetry} />;
  return (
    <div className={classes.cost} aria-live="polite" aria-busy={!amounts}>
      <dl className={classes.lines}>
        <div className={classes.line}>
          <dt>Due now</dt>
          <dd>{amounts ? amounts.now : <Skeleton width="4rem" />}</dd>
        </div>
        <div className={classes.line}>
          <dt>Next invoice</dt>
          <dd>{amounts ? (amounts.next ?? '–') : <Skeleton width="4rem" />}</dd>
        </div>
      </dl>
      <p className={classes.note}>
        {charged || !amounts
          ? 'The new seats are charged for the rest of this period.'
          : 'Nothing is charged now. What is left of this period counts towards the next invoice.'}
      </p>
    </div>
  );
};
