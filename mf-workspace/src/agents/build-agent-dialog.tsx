import * as dialogs from '@atrium/shared-kernel/contracts/dialogs';
import { Button } from '@atrium/shared-kernel/ui/button';
import { DialogBody } from '@atrium/shared-kernel/ui/dialog-body';
import PencilRuler from 'lucide-react/icons/pencil-ruler';
import { useRemote } from '../remote.ts';
import styles from './agents.module.css';

/** How to make an agent (B2.23). */
export const BuildAgentDialog = () => {
  const remote = useRemote();
  return (
    <DialogBody
      title="Build Agent"
      description="An agent keeps your instructions and files, ready for every chat."
      onClose={() => remote.close()}
    >
      <div className={styles.choices}>
        <Button
          wide
          size="l"
          variant="primary"
          icon={<PencilRuler />}
          onClick={() => remote.close(dialogs.workspace.editAgent.name)}
        >
          Build Manually
        </Button>
      </div>
    </DialogBody>
  );
};
