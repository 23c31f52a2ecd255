import CircleCheck from 'lucide-react/icons/circle-check';
import type { ReactNode } from 'react';
import classes from './done.module.css';

/** What was done, in the place where it was asked for; said when it appears. The place is there before. */
export const Done = ({ children }: { readonly children?: ReactNode }) => (
  <div role="status" className={classes.place}>
    {children !== undefined && children !== false && (
      <p className={classes.done}>
        <CircleCheck aria-hidden />
        <span>{children}</span>
      </p>
    )}
  </div>
);
