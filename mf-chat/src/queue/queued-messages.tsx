import { IconButton } from '@atrium/shared-kernel/ui/button';
import Clock from 'lucide-react/icons/clock';
import X from 'lucide-react/icons/x';
import type { RefObject } from 'react';
import { type Behavior, useBehavior } from '@atrium/shared-kernel/remote';
import { canMerge, type Draft, mergeDrafts } from '../draft/draft.ts';
import { useHost } from '../remote.ts';
import type { WaitingDraft, WaitingMessages } from '../thread/waiting-messages.ts';
import type { QueueModel } from './queue.model.ts';
import styles from './queued-messages.module.css';

const summaryOf = ({ text, files, voiceNote }: Draft): string =>
  text.trim() || files.map(({ name }) => name).join(', ') || (voiceNote === undefined ? '' : 'Voice note');

interface RowProps {
  readonly draft: Draft;
  readonly label: string;
  /** Undefined if it can't be canceled any more. */
  readonly onCancel?: (() => void) | undefined;
}

const Row = ({ draft, label, onCancel }: RowProps) => (
  <li className={styles.message}>
    <Clock className={styles.icon} aria-hidden />
    <span className={styles.text}>
      <span className={styles.label}>{label}</span>
      <span className={styles.words} dir="auto">
        {summaryOf(draft)}
      </span>
    </span>
    {onCancel && <IconButton size="s" label="Cancel queued message" title="Cancel" icon={<X />} onClick={onCancel} />}
  </li>
);

const next = 'Sent next:';
const labels = {
  sending: 'Being sent:',
  waiting: 'Will be sent when you’re online:',
  'behind-message': 'Waiting for the message above:',
  'behind-change': 'Waiting for a change that wasn’t saved:',
} as const;

const labelOf = ({ state, reason = '' }: WaitingDraft, online: boolean): string => {
  if (state === 'refused') return `Not sent. ${reason}`;
  return state === 'waiting' && online ? next : labels[state];
};

interface WaitingProps {
  readonly waiting: WaitingMessages;
  /** The composer's drafts, to which a canceled message returns. */
  readonly drafts: { readonly draft$: Behavior<Draft>; readonly change: (change: Partial<Draft>) => void };
  /** The composer's field. It gets the focus of the button that goes along with a canceled message. */
  readonly inputRef: RefObject<HTMLTextAreaElement | null>;
}

/** Messages that are sent once the device is online again. */
const Waiting = ({ waiting, drafts, inputRef }: WaitingProps) => {
  const returnToComposer = async (one: WaitingDraft) => {
    const { state: _, reason: __, cancel, ...draft } = one;
    if (!canMerge(draft, drafts.draft$.value) || !(await cancel())) return;
    drafts.change(mergeDrafts(draft, drafts.draft$.value));
    inputRef.current?.focus();
  };
  const online = useBehavior(useHost().online$);
  return useBehavior(waiting.drafts$).map((draft, index) => (
    <Row
      // Messages stay in the order in which they were written.
      key={index}
      draft={draft}
      label={labelOf(draft, online)}
      onCancel={draft.state === 'sending' ? undefined : () => void returnToComposer(draft)}
    />
  ));
};

interface Props extends Omit<WaitingProps, 'waiting'> {
  readonly queued: readonly Draft[];
  readonly waiting: WaitingMessages | undefined;
  readonly onCancel: QueueModel['cancel'];
}

/** Messages that are sent once the device is online again, or once the reply has ended, above the composer. */
export const QueuedMessages = ({ queued, waiting, drafts, inputRef, onCancel }: Props) => {
  const returnToComposer = (draft: Draft) => {
    const returns = canMerge(draft, drafts.draft$.value);
    onCancel(draft.sendId ?? '');
    if (returns) inputRef.current?.focus();
  };
  return (
    <ol className={styles.list}>
      {waiting && <Waiting waiting={waiting} drafts={drafts} inputRef={inputRef} />}
      {queued.map((draft, index) => (
        <Row key={draft.sendId ?? index} draft={draft} label={next} onCancel={() => returnToComposer(draft)} />
      ))}
    </ol>
  );
};
