import { Button } from '@atrium/shared-kernel/ui/button';
import { DialogBody } from '@atrium/shared-kernel/ui/dialog-body';
import MessagesSquare from 'lucide-react/icons/messages-square';
import PencilRuler from 'lucide-react/icons/pencil-ruler';
import { useHost } from '../remote.ts';
import styles from './agents.module.css';

/** What the dialog closes with. */
type Way = 'guided' | 'manual';

/** Chooses how to build an agent (B2.23). */
export const BuildAgentDialog = () => {
  const remote = useHost();
  const choose = (way: Way) => remote.close(way);
  return (
    <DialogBody
      title="Build Agent"
      description="An agent has your instructions and files ready for every chat."
      onClose={() => remote.close()}
    >
      <div className={styles.choices}>
        <Button wide size="l" variant="primary" icon={<MessagesSquare />} onClick={() => choose('guided')}>
          Guide Me
        </Button>
        <p className={styles.hint}>Answer a few questions in a chat to fill in the form.</p>
        <Button wide size="l" icon={<PencilRuler />} onClick={() => choose('manual')}>
          Build Manually
        </Button>
        <p className={styles.hint}>You write the name and the instructions yourself.</p>
      </div>
    </DialogBody>
  );
};
