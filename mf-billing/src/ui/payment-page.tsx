import { Link } from '@atrium/shared-kernel/remote';
import { Wordmark } from '@atrium/shared-kernel/ui/brand';
import { Spinner } from '@atrium/shared-kernel/ui/progress';
import type { ReactNode } from 'react';
import classes from './payment-page.module.css';

/** The quiet ground on which the two payment pages wait or fail. */
export const PaymentPage = ({ children }: { readonly children: ReactNode }) => (
  <div className={classes.page}>
    <div className={classes.column}>
      <Link to="/" className={classes.brand} aria-label="Atrium, home">
        <Wordmark />
      </Link>
      <section className={classes.card}>{children}</section>
    </div>
  </div>
);

interface WaitingProps {
  readonly title: string;
  readonly text: string;
  readonly children?: ReactNode;
}

/** A wait that says what it is for and what comes next. */
export const Waiting = ({ title, text, children }: WaitingProps) => (
  <div className={classes.waiting} aria-live="polite">
    <span className={classes.spinner}>
      <Spinner size={28} />
    </span>
    <h1 className={classes.title}>{title}</h1>
    <p className={classes.text}>{text}</p>
    {children}
  </div>
);
