import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './empty-state.module.css';

export interface EmptyStateProps {
  readonly icon?: ReactNode | undefined;
  readonly title: string;
  readonly text?: ReactNode | undefined;
  /** The next step, as a button. */
  readonly action?: ReactNode | undefined;
  /** For narrow containers, such as a bar. */
  readonly small?: boolean | undefined;
  readonly className?: string | undefined;
}

/** Says that there is nothing here yet, with the next action. */
export const EmptyState = ({ icon, title, text, action, small = false, className }: EmptyStateProps) => (
  <div className={classNames(styles.state, small && styles.small, className)}>
    {icon !== undefined && (
      <span className={styles.icon} aria-hidden>
        {icon}
      </span>
    )}
    <p className={styles.title}>{title}</p>
    {text !== undefined && <p className={styles.text}>{text}</p>}
    {action !== undefined && <div className={styles.action}>{action}</div>}
  </div>
);
