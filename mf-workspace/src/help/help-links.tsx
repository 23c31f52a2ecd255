import * as dialogs from '#contracts/dialogs';
import { Button } from '@atrium/shared-kernel/ui/button';
import { useAccess } from '../access.ts';
import { useHost } from '../remote.ts';
import styles from './help-dialog.module.css';

/** Ways to what has no place of its own on the main screen; for a phone, which has no keys, the only ones. */
export const HelpLinks = () => {
  const { dialogs: open } = useHost();
  const { user } = useAccess();
  return (
    <p className={styles.actions}>
      <Button size="s" onClick={() => void open.open(dialogs.workspace.commands, {})}>
        All commands
      </Button>
      <Button size="s" onClick={() => void open.open(dialogs.workspace.shortcuts, {})}>
        Keyboard shortcuts
      </Button>
      {user && (
        <>
          <Button size="s" onClick={() => void open.open(dialogs.workspace.archive, {})}>
            Archive
          </Button>
          <Button size="s" onClick={() => void open.open(dialogs.workspace.data, {})}>
            Your data
          </Button>
        </>
      )}
    </p>
  );
};
