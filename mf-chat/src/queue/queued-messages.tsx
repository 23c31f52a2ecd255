import { IconButton } from '@atrium/shared-kernel/ui/button';
import Clock from 'lucide-react/icons/clock';
import X from 'lucide-react/icons/x';
import type { Draft } from '../draft/draft.ts';
import type { QueueModel } from './queue.model.ts';
import styles from './queued-messages.module.css';

const wordsOf = ({ text, files, voiceNote }: Draft): string =>
  text.trim() || files.map(({ name }) => name).join(', ') || (voiceNote === undefined ? '' : 'Voice note');

interface Props {
  readonly queued: readonly Draft[];
  readonly onCancel: QueueModel['cancel'];
}

/** What is sent when the reply has ended, above the composer. */
export const QueuedMessages = ({ queued, onCancel }: Props) => (
  <ol className={styles.list}>
    {queued.map((draft, index) => (
      <li key={draft.sendId ?? index} className={styles.message}>
        <Clock className={styles.icon} aria-hidden />
        <span className={styles.label}>Sent next:</span>
        <span className={styles.words} dir="auto">
          {wordsOf(draft)}
        </span>
        <IconButton
          size="s"
          label="Cancel queued message"
          title="Cancel"
          icon={<X />}
          onClick={() => onCancel(draft.sendId ?? '')}
        />
      </li>
    ))}
  </ol>
);
