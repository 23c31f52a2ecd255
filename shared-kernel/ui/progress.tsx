import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import styles from './progress.module.css';

export interface SpinnerProps {
  /** What is being waited for. Without it the spinner is silent, for example in a busy button. */
  readonly label?: string | undefined;
  /** In pixels; 16 by default. */
  readonly size?: number | undefined;
  readonly className?: string | undefined;
}

export const Spinner = ({ label, size = 16, className }: SpinnerProps) => (
  <span
    className={classNames(styles.spinner, className)}
    style={{ width: size, height: size }}
    {...(label === undefined ? { 'aria-hidden': true } : { role: 'status', 'aria-label': label })}
  />
);

export type ProgressTone = 'accent' | 'warn' | 'danger';

export interface ProgressProps extends Omit<ComponentProps<'div'>, 'children'> {
  readonly label: string;
  /** 0 to 100. Without it the bar shows work of unknown length. */
  readonly value?: number | undefined;
  readonly tone?: ProgressTone | undefined;
  /** Shown at the end of the label's line, such as '42 of 100 MB'. */
  readonly detail?: string | undefined;
  readonly hideLabel?: boolean | undefined;
}

export const Progress = ({
  label,
  value,
  tone = 'accent',
  detail,
  hideLabel = false,
  className,
  ...rest
}: ProgressProps) => {
  const percent = value === undefined ? undefined : Math.round(Math.min(100, Math.max(0, value)));
  return (
    <div {...rest} className={classNames(styles.progress, className)}>
      {!hideLabel && (
        <div className={styles.caption} aria-hidden>
          <span>{label}</span>
          {detail !== undefined && <span className={styles.detail}>{detail}</span>}
        </div>
      )}
      <progress className={styles.hidden} aria-label={label} aria-valuetext={detail} max={100} value={percent} />
      <div className={classNames(styles.track, styles[tone])} aria-hidden>
        <div
          className={classNames(styles.bar, percent === undefined && styles.unknown)}
          style={percent === undefined ? undefined : { width: `${percent}%` }}
        />
      </div>
    </div>
  );
};
