import { Link } from '@atrium/shared-kernel/remote';
import { Wordmark } from '@atrium/shared-kernel/ui/brand';
import { buttonLook } from '@atrium/shared-kernel/ui/button';
import { FailureState } from '@atrium/shared-kernel/ui/failure-state';
import { Spinner } from '@atrium/shared-kernel/ui/progress';
import type { ReactNode } from 'react';
import classes from './payment-page.module.css';

/** The plain page on which the two payment pages wait or fail. */
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

/** The link out of a payment page that is done. */
export const HomeLink = () => (
  <Link to="/" className={buttonLook({ wide: true })}>
    Go to the main screen
  </Link>
);

interface FailedProps {
  readonly heading: string;
  readonly title: string;
  readonly text: string;
  readonly onRetry: () => void;
}

/** What the page was for, what happened, Retry, and a link to the main screen. */
export const Failed = ({ heading, ...failure }: FailedProps) => (
  <div className={classes.waiting}>
    <h1 className={classes.title}>{heading}</h1>
    <FailureState small {...failure} />
    <HomeLink />
  </div>
);

interface WaitingProps {
  readonly title: string;
  readonly text: string;
  readonly children?: ReactNode;
}

/** Says what the user is waiting for and what comes next. */
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
