import { IconButton } from '@atrium/shared-kernel/ui/button';
import X from 'lucide-react/icons/x';
import type { ReactNode } from 'react';
import { formatted } from './fullness.ts';
import styles from './context-dialog.module.css';

export interface TurnsProps {
  /** Excerpts of prompts, by message id. */
  readonly prompts: ReadonlyMap<string, string>;
  readonly onShow: (messageId: string) => void;
}

interface RowProps extends TurnsProps {
  readonly messageId: string;
  readonly tokens?: number | undefined;
  readonly cut?: boolean | undefined;
  readonly action?: ReactNode;
}

/** A message that links to its position in the chat. */
export const TurnRow = ({ messageId, tokens, cut, prompts, onShow, action }: RowProps) => (
  <li className={styles.row}>
    <button type="button" className={styles.link} onClick={() => onShow(messageId)}>
      <span dir="auto" className={styles.prompt}>
        {prompts.get(messageId)?.trim() || 'Earlier message'}
      </span>
      {cut && <small className={styles.cut}>Shortened</small>}
    </button>
    {tokens !== undefined && <span className={styles.tokens}>{formatted(tokens)}</span>}
    {action}
  </li>
);

interface PinnedProps extends TurnsProps {
  readonly pinned: readonly string[];
  readonly onUnpin: (messageId: string) => void;
}

/** The messages that are pinned in the context, each with a button that unpins it. */
export const Pinned = ({ pinned, onUnpin, ...turns }: PinnedProps) => (
  <ul className={styles.list} aria-label="Kept in context">
    {pinned.map((messageId) => (
      <TurnRow
        key={messageId}
        {...turns}
        messageId={messageId}
        action={
          <IconButton
            size="s"
            label="Don’t keep in context"
            title="Don’t keep in context"
            icon={<X />}
            onClick={() => onUnpin(messageId)}
          />
        }
      />
    ))}
  </ul>
);
