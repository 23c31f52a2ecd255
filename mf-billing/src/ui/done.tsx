import CircleCheck from 'lucide-react/icons/circle-check';
import type { ReactNode } from 'react';
import classes from './done.module.css';

/**
 * Confirms what was done, next to the button. The status element is always rendered, so that screen readers announce
 * it.
 */
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
