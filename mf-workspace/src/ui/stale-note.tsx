import { Button } from '@atrium/shared-kernel/ui/button';
import type { ReactNode } from 'react';
import classes from './stale-note.module.css';

interface StaleNoteProps {
  /** What somebody else has made of it, in words. */
  readonly children: ReactNode;
  /** The same in full. */
  readonly details?: ReactNode;
  /** Puts that in the place of what is typed. */
  readonly onTake?: () => void;
}

/** Says in a form what is true now, where that changed while somebody was filling it in. What is typed stays. */
export const StaleNote = ({ children, details, onTake }: StaleNoteProps) => (
  <div role="alert" className={classes.note}>
    <p>{children}</p>
    {details}
    {onTake && (
      <Button size="s" onClick={onTake}>
        Discard my changes
      </Button>
    )}
  </div>
);
