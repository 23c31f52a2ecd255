// By its public name: remotes take the button from the shell.
import { Button } from '@atrium/shared-kernel/ui/button';
import type { MouseEvent, ReactNode, Ref } from 'react';
import classes from './conflict-note.module.css';

interface ConflictNoteProps {
  readonly ref?: Ref<HTMLDivElement>;
  /** What somebody else has made of it, in words. */
  readonly children: ReactNode;
  /** The same in full. */
  readonly details?: ReactNode;
  /** Lets what is typed stand, knowing what is true now. */
  readonly onKeep?: () => void;
  readonly keep?: string;
  /** Puts what is true now in the place of what is typed. */
  readonly onTake?: () => void;
}

/** Says in a form what is true now, where that changed while somebody was filling it in. What is typed stays. */
export const ConflictNote = ({ ref, children, details, onKeep, keep = 'Keep mine', onTake }: ConflictNoteProps) => {
  /** The pressed button goes with the note: whoever came by the keyboard goes on where the form is sent. */
  const decide = (choice: () => void) => (event: MouseEvent<HTMLButtonElement>) => {
    event.currentTarget.form?.querySelector<HTMLElement>('[type="submit"]')?.focus();
    choice();
  };
  return (
    <div ref={ref} tabIndex={-1} role="alert" className={classes.note}>
      <p>{children}</p>
      {details}
      {(onKeep || onTake) && (
        <div className={classes.choices}>
          {onKeep && (
            <Button size="s" onClick={decide(onKeep)}>
              {keep}
            </Button>
          )}
          {onTake && (
            <Button size="s" onClick={decide(onTake)}>
              Use theirs
            </Button>
          )}
        </div>
      )}
    </div>
  );
};
