import { Button } from '@atrium/shared-kernel/ui/button';
import { Spinner } from '@atrium/shared-kernel/ui/progress';
import styles from './messages.module.css';

export interface EarlierProps {
  /** The number of messages before the first of the list that are not loaded yet. */
  readonly earlier: number;
  /** Whether loading them failed. */
  readonly earlierFailed: boolean;
  /** Tries to load them again. */
  readonly onEarlier: () => void;
}

interface NoteProps extends EarlierProps {
  /** Paper can't load anything later, so the note says what is missing. */
  readonly printing: boolean;
}

/** Shown above the first message while there are earlier ones to load. */
export const EarlierNote = ({ earlier, earlierFailed, onEarlier, printing }: NoteProps) =>
  earlier > 0 &&
  (printing ? (
    <p className={styles.earlier}>
      {earlier === 1 ? 'One earlier message is' : `${earlier} earlier messages are`} not loaded yet and won’t be
      printed.
    </p>
  ) : earlierFailed ? (
    <div className={styles.earlier}>
      Couldn’t load earlier messages.
      <Button size="s" onClick={onEarlier}>
        Retry
      </Button>
    </div>
  ) : (
    <div className={styles.loading}>
      <Spinner label="Loading earlier messages" size={14} />
    </div>
  ));
