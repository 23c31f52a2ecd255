import { Skeleton } from '@atrium/shared-kernel/ui/skeleton';
import { useId } from 'react';
import type { PayerLocation } from './payer-location.ts';
import classes from './interval-choice.module.css';
import { type Interval, priceOf, yearlySaving } from '@atrium/shared-kernel/contracts/prices';

interface IntervalChoiceProps {
  /** Undefined until it is known. Prices are shown then. */
  readonly location: PayerLocation | undefined;
  readonly value: Interval;
  readonly onChange: (interval: Interval) => void;
}

const names: Record<Interval, string> = { month: 'Monthly', year: 'Yearly' };

/** The price table: a seat by the month and by the year. */
export const IntervalChoice = ({ location, value, onChange }: IntervalChoiceProps) => {
  const group = useId();
  return (
    <fieldset className={classes.group}>
      <legend className={classes.legend}>Billing</legend>
      {(['month', 'year'] as const).map((interval) => {
        const price = location && priceOf(location.countryCode, interval, 1);
        return (
          <label key={interval} className={classes.option}>
            <input
              type="radio"
              name={group}
              className={classes.radio}
              checked={value === interval}
              onChange={() => onChange(interval)}
            />
            <span className={classes.name}>
              {names[interval]}
              {interval === 'year' && (
                <span className={classes.saving}>Save {yearlySaving(location?.countryCode)}%</span>
              )}
            </span>
            <span className={classes.price}>{price ? price.perSeat : <Skeleton width="3.5rem" height="1.5rem" />}</span>
            <span className={classes.unit}>
              per seat per {interval}
              {interval === 'year' && price && `, ${price.perMonth} a month`}
            </span>
          </label>
        );
      })}
    </fieldset>
  );
};
