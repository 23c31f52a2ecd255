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
  /** Keeps the typed text; the user has seen the current state. */
  readonly onKeepMine?: () => void;
  /** The label of the button that keeps it. */
  readonly keepLabel?: string;
  /** Replaces the typed text with the current state. */
  readonly onAcceptTheirs?: () => void;
  /** @deprecated until 2027-05-31: use onKeepMine. */
  readonly onKeep?: () => void;
  /** @deprecated until 2027-05-31: use keepLabel. */
  readonly keep?: string;
  /** @deprecated until 2027-05-31: use onAcceptTheirs. */
  readonly onTake?: () => void;
}

/** Shows the current state in a form if it changed while the user was filling in the form. The typed text stays. */
export const ConflictNote = ({
  ref,
  children,
  details,
  onKeep,
  onKeepMine = onKeep,
  keep = 'Keep mine',
  keepLabel = keep,
  onTake,
  onAcceptTheirs = onTake,
}: ConflictNoteProps) => {
  /** The pressed button disappears with the note. The focus moves to the submit button, for keyboard users. */
  const decide = (choice: () => void) => (event: MouseEvent<HTMLButtonElement>) => {
    event.currentTarget.form?.querySelector<HTMLElement>('[type="submit"]')?.focus();
    choice();
  };
  return (
    <div ref={ref} tabIndex={-1} role="alert" className={classes.note}>
      <p>{children}</p>
      {details}
      {(onKeepMine || onAcceptTheirs) && (
        <div className={classes.choices}>
          {onKeepMine && (
            <Button size="s" onClick={decide(onKeepMine)}>
              {keepLabel}
            </Button>
          )}
          {onAcceptTheirs && (
            <Button size="s" onClick={decide(onAcceptTheirs)}>
              Use theirs
            </Button>
          )}
        </div>
      )}
    </div>
  );
};
