import { IconButton } from '@atrium/shared-kernel/ui/button';
import Clock from 'lucide-react/icons/clock';
import X from 'lucide-react/icons/x';
import type { Draft } from '../draft/draft.ts';
import type { WaitingDraft } from '../thread/waiting-messages.ts';
import type { QueueModel } from './queue.model.ts';
import styles from './queued-messages.module.css';

const wordsOf = ({ text, files, voiceNote }: Draft): string =>
  text.trim() || files.map(({ name }) => name).join(', ') || (voiceNote === undefined ? '' : 'Voice note');

interface RowProps {
  readonly draft: Draft;
  readonly label: string;
  /** Absent for what can't be taken back any more. */
  readonly onCancel?: (() => void) | undefined;
}

const Row = ({ draft, label, onCancel }: RowProps) => (
  <li className={styles.message}>
    <Clock className={styles.icon} aria-hidden />
    <span className={styles.label}>{label}</span>
    <span className={styles.words} dir="auto">
      {wordsOf(draft)}
    </span>
    {onCancel && <IconButton size="s" label="Cancel queued message" title="Cancel" icon={<X />} onClick={onCancel} />}
  </li>
);

const labelOf = ({ state, reason = '' }: WaitingDraft): string => {
  if (state === 'refused') return `Not sent. ${reason}`;
  return state === 'sending' ? 'Being sent:' : 'Will be sent when you’re online:';
};

interface Props extends Pick<QueueModel, 'cancel'> {
  readonly queued: readonly Draft[];
  readonly waiting: readonly WaitingDraft[];
  readonly giveBack: (draft: Draft) => void;
}

/** What is sent when the reply has ended, or when there is a network again, above the composer. */
export const QueuedMessages = ({ queued, waiting, cancel, giveBack }: Props) => {
  const takeBack = async ({ text, files, modes, voiceNote, cancel: end }: WaitingDraft) => {
    if (await end()) giveBack({ text, files, modes, voiceNote });
  };
  return (
    <ol className={styles.list}>
      {waiting.map((draft, index) => (
        <Row
          key={draft.sendId ?? `waiting ${index}`}
          draft={draft}
          label={labelOf(draft)}
          onCancel={draft.state === 'sending' ? undefined : () => void takeBack(draft)}
        />
      ))}
      {queued.map((draft, index) => (
        <Row key={draft.sendId ?? index} draft={draft} label="Sent next:" onCancel={() => cancel(draft.sendId ?? '')} />
      ))}
    </ol>
  );
};
