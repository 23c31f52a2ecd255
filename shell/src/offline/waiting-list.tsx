import { Button, IconButton } from '@atrium/shared-kernel/ui/button';
import { ListItem } from '@atrium/shared-kernel/ui/list-item/list-item';
import Clock from 'lucide-react/icons/clock';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import X from 'lucide-react/icons/x';
import { useState } from 'react';
import type { WaitingItem } from './database.ts';
import styles from './waiting-list.module.css';
import { isMessage, type WaitingQueue } from './waiting-queue.ts';

interface Props extends Pick<RowProps, 'online' | 'onCopy' | 'onDiscard' | 'onRetry'> {
  readonly id: string;
  readonly items: readonly WaitingItem[];
  /** Those that are not sent, because a change before them was refused. */
  readonly blocked: ReadonlySet<WaitingItem>;
}

interface RowProps {
  readonly item: WaitingItem;
  /** A change before it was refused, so it is not sent. */
  readonly blocked: boolean;
  readonly online: boolean;
  /** Resolves with whether the text was copied. */
  readonly onCopy: (text: string) => Promise<boolean>;
  readonly onDiscard: (item: WaitingItem) => void;
  readonly onRetry: WaitingQueue['retry'];
}

/** The full text that was typed, which the line shortens. */
const typedIn = ({ input }: WaitingItem): string | undefined =>
  [input['prompt'], input['memory'], input['title'], input['name']].find((text) => typeof text === 'string');

const Row = ({ item, blocked, online, onCopy, onDiscard, onRetry }: RowProps) => {
  const { id, words, state, reason } = item;
  const refused = state === 'refused';
  const [copied, setCopied] = useState(false);
  const typed = typedIn(item);
  return (
    <ListItem className={styles.row}>
      {refused ? (
        <TriangleAlert className={styles.refused} aria-hidden />
      ) : (
        <Clock className={styles.icon} aria-hidden />
      )}
      <div className={styles.text}>
        <p dir="auto" className={styles.words}>
          {words}
        </p>
        {refused && <p className={styles.reason}>{reason}</p>}
        {blocked && <p className={styles.reason}>Waiting for a change that wasn’t saved</p>}
        {state === 'sending' && online && <p className={styles.reason}>On its way</p>}
        {refused && (
          <div className={styles.actions}>
            <Button size="s" onClick={() => void onRetry(id)}>
              {isMessage(item) ? 'Send again' : 'Save anyway'}
            </Button>
            {typed !== undefined && (
              <Button size="s" variant="ghost" onClick={() => void onCopy(typed).then(setCopied)}>
                {copied ? 'Copied' : 'Copy text'}
              </Button>
            )}
          </div>
        )}
      </div>
      {state !== 'sending' && (
        <IconButton size="s" label={`Discard: ${words}`} title="Discard" icon={<X />} onClick={() => onDiscard(item)} />
      )}
    </ListItem>
  );
};

const introTo = ({ items, blocked, online }: Pick<Props, 'items' | 'blocked' | 'online'>): string => {
  if (items.every((item) => item.state === 'refused' || blocked.has(item))) return 'Not saved yet:';
  return online ? 'Sent in this order:' : 'Sent in this order when you’re back online:';
};

/** All waiting changes, in the order in which they are sent. Each can be discarded until it is being sent. */
export const WaitingList = ({ id, items, blocked, ...rowProps }: Props) => (
  <section id={id} aria-label="Waiting changes" className={styles.panel}>
    <p className={styles.intro}>{introTo({ items, blocked, online: rowProps.online })}</p>
    <ol className={styles.list}>
      {items.map((item) => (
        <Row key={item.id} item={item} blocked={blocked.has(item)} {...rowProps} />
      ))}
    </ol>
  </section>
);
