import { useBehavior } from '@atrium/shared-kernel/remote';
import { Button } from '@atrium/shared-kernel/ui/button';
import { useKeptFocus } from '../layout/use-kept-focus.ts';
import type { UpdateOffer } from './update.model.ts';
import styles from './update-prompt.module.css';

interface Props {
  update: UpdateOffer;
  /** Loads the page again, with the newest release set. */
  reload: () => void;
}

/** Offers a newer version; nothing happens until a person says so. */
export const UpdatePrompt = ({ update, reload }: Props) => {
  const offered = useBehavior(update.offered$);
  // Always rendered, because screen readers read out only what changes in it.
  return (
    <output {...useKeptFocus()}>
      {offered && (
        <span className={styles.prompt}>
          <span className={styles.text}>A new version of Atrium is ready.</span>
          <span className={styles.buttons}>
            <Button size="s" variant="ghost" onClick={update.decline}>
              Later
            </Button>
            <Button size="s" variant="primary" onClick={reload}>
              Update
            </Button>
          </span>
        </span>
      )}
    </output>
  );
};
