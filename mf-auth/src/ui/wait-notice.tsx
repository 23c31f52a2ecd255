import form from './form.module.css';

interface WaitNoticeProps {
  readonly id: string;
  readonly seconds: number;
  /** What is said before the seconds, and after them. */
  readonly before: string;
  readonly after: string;
}

/** How long to wait. It is said once as it appears; the seconds tick in silence. */
export const WaitNotice = ({ id, seconds, before, after }: WaitNoticeProps) => (
  <p id={id} className={form.wait} role="alert">
    {before}{' '}
    <span role="timer" aria-live="off">
      {seconds}s
    </span>{' '}
    {after}
  </p>
);
