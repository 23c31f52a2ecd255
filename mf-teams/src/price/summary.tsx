import { Skeleton } from '@atrium/shared-kernel/ui/skeleton';
import Check from 'lucide-react/icons/check';
import { type ReactNode, useId } from 'react';
import type { PayerLocation } from './payer-location.ts';
import { type Interval, priceOf } from '@atrium/shared-kernel/contracts/prices';
import classes from './summary.module.css';

interface SummaryProps {
  readonly location: PayerLocation | undefined;
  readonly interval: Interval;
  /** Undefined if the typed number cannot be ordered. */
  readonly seats: number | undefined;
  /** The button that pays. */
  readonly children: ReactNode;
}

const covers = [
  'Premium for every seat: chat, files, images and research',
  'Agents shared with the whole team',
  'Roles and members in one place',
];

const next = [
  'You pay on a secure checkout page.',
  'Your team opens as soon as the payment is confirmed.',
  'You invite people with a link. Each person uses one seat.',
];

/** The price of the order, what it covers and what happens next. */
export const Summary = ({ location, interval, seats, children }: SummaryProps) => {
  const heading = useId();
  const price = location && seats !== undefined ? priceOf(location.countryCode, interval, seats) : undefined;
  return (
    <section className={classes.summary} aria-labelledby={heading}>
      <h2 id={heading} className={classes.heading}>
        Your order
      </h2>
      <dl className={classes.lines}>
        <div className={classes.line}>
          <dt>{seats === undefined ? 'Seats' : `${seats.toLocaleString('en-US')} seats`}</dt>
          <dd>{price ? `${price.perSeat} each` : <Placeholder known={location !== undefined} />}</dd>
        </div>
        <div className={classes.total}>
          <dt>Total per {interval}</dt>
          <dd aria-live="polite">{price ? price.total : <Placeholder known={location !== undefined} />}</dd>
        </div>
      </dl>
      {children}
      <p className={classes.renewal}>Renews every {interval} until you cancel.</p>
      <h3 className={classes.subheading}>What it covers</h3>
      <ul className={classes.covers}>
        {covers.map((item) => (
          <li key={item}>
            <Check size={16} aria-hidden />
            {item}
          </li>
        ))}
      </ul>
      <h3 className={classes.subheading}>What happens next</h3>
      <ol className={classes.next}>
        {next.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ol>
    </section>
  );
};

const Placeholder = ({ known }: { readonly known: boolean }) =>
  known ? <>–</> : <Skeleton width="3.5rem" height="1rem" />;
