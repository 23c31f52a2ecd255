import * as dialogs from '#contracts/dialogs';
import { Button } from '@atrium/shared-kernel/ui/button';
import { useAccess } from '../access.ts';
import { useHost } from '../remote.ts';
import styles from './help-dialog.module.css';

/**
 * Buttons for what has no position of its own on the main screen. On a phone, without shortcuts, they are the only way.
 */
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
