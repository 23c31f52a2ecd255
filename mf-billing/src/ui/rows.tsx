import { Skeleton } from '@atrium/shared-kernel/ui/skeleton';
import type { ReactNode, Ref } from 'react';
import classes from './rows.module.css';

interface RowsProps {
  readonly label: string;
  /** Receives the focus when the focused part is removed. */
  readonly ref?: Ref<HTMLUListElement> | undefined;
  readonly children: ReactNode;
}

/** A list of items, each with its actions. */
export const Rows = ({ label, ref, children }: RowsProps) => (
  <ul ref={ref} tabIndex={-1} className={classes.rows} aria-label={label}>
    {children}
  </ul>
);

interface RowProps {
  readonly icon: ReactNode;
  readonly title: string;
  readonly badge?: string | undefined;
  readonly text: string;
  readonly action?: ReactNode | undefined;
}

export const Row = ({ icon, title, badge, text, action }: RowProps) => (
  <li className={classes.row}>
    <span className={classes.icon} aria-hidden>
      {icon}
    </span>
    <div className={classes.words}>
      <p className={classes.title}>
        <bdi>{title}</bdi>
        {badge !== undefined && <span className={classes.badge}>{badge}</span>}
      </p>
      <p className={classes.text}>{text}</p>
    </div>
    {action}
  </li>
);

/** Placeholder for rows that are loading. */
export const RowsSkeleton = ({ label, count }: { readonly label: string; readonly count: number }) => (
  <div role="status" className={classes.rows} aria-label={label}>
    {Array.from({ length: count }, (_, row) => (
      <div key={row} className={classes.row}>
        <Skeleton shape="block" width="36px" height="36px" />
        <div className={classes.words}>
          <Skeleton width="9rem" />
          <Skeleton width="12rem" />
        </div>
      </div>
    ))}
  </div>
);
