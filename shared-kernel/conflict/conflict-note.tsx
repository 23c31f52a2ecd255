// Imported by its public name, because remotes get the button from the shell.
import { Button } from '@atrium/shared-kernel/ui/button';
import type { MouseEvent, ReactNode, Ref } from 'react';
import classes from './conflict-note.module.css';

interface ConflictNoteProps {
  readonly ref?: Ref<HTMLDivElement>;
  /** What somebody else changed, in words. */
  readonly children: ReactNode;
  /** The full text of that change. */
  readonly details?: ReactNode;
  /** Keeps what is typed, knowing the current state. */
  readonly onKeep?: () => void;
  readonly keep?: string;
  /** Replaces what is typed by the current state. */
  readonly onTake?: () => void;
}

/** Shows the current state in a form, if it changed while somebody was filling in the form. What is typed stays. */
export const ConflictNote = ({ ref, children, details, onKeep, keep = 'Keep mine', onTake }: ConflictNoteProps) => {
  /**
   * The pressed button disappears with the note. The focus moves to the submit button, for people who use the keyboard.
   */
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
