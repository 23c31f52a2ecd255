import classes from './wait-notice.module.css';

interface WaitNoticeProps {
  readonly id: string;
  /** The text before the seconds. */
  readonly before: string;
  readonly seconds: number;
}

/** Why nothing can be sent for a while. Screen readers announce it once when it appears, but not every second. */
export const WaitNotice = ({ id, before, seconds }: WaitNoticeProps) => (
  <p id={id} className={classes.notice} role="alert">
    {before}{' '}
    <span role="timer" aria-live="off">
      {seconds}s
    </span>{' '}
    before trying again.
  </p>
);
