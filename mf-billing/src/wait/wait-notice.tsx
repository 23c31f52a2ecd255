import classes from './wait-notice.module.css';

interface WaitNoticeProps {
  readonly id: string;
  /** What was too much. */
  readonly before: string;
  readonly seconds: number;
}

/** Why nothing can be sent for a while: said once as it appears; the seconds tick in silence. */
export const WaitNotice = ({ id, before, seconds }: WaitNoticeProps) => (
  <p id={id} className={classes.notice} role="alert">
    {before}{' '}
    <span role="timer" aria-live="off">
      {seconds}s
    </span>{' '}
    before trying again.
  </p>
);
