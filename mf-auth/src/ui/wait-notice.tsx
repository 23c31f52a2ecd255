import form from './form.module.css';

interface WaitNoticeProps {
  readonly id: string;
  readonly seconds: number;
  /** The text before and after the seconds. */
  readonly before: string;
  readonly after: string;
}

/** How long to wait. Screen readers announce it once when it appears, but not every second. */
export const WaitNotice = ({ id, seconds, before, after }: WaitNoticeProps) => (
  <p id={id} className={form.wait} role="alert">
    {before}{' '}
    <span role="timer" aria-live="off">
      {seconds}s
    </span>{' '}
    {after}
  </p>
);
