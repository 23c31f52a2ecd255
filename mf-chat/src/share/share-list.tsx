import { messageOf } from '@atrium/shared-kernel/client';
import { Button, IconButton } from '@atrium/shared-kernel/ui/button';
import { FailureState } from '@atrium/shared-kernel/ui/failure-state';
import { Skeleton } from '@atrium/shared-kernel/ui/skeleton';
import { Tooltip } from '@atrium/shared-kernel/ui/tooltip';
import Copy from 'lucide-react/icons/copy';
import Unlink from 'lucide-react/icons/unlink';
import { useId, useRef, useState } from 'react';
import { useHost } from '../remote.ts';
import { urlOf, type Share, useCopyUrl, useRevoke, useShares } from './share.api.ts';
import styles from './share.module.css';

const moment = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });
export const createdOn = ({ createdDate }: Pick<Share, 'createdDate'>): string => moment.format(new Date(createdDate));

interface RowProps {
  readonly share: Share;
  /** Whether the list is of more than one chat, so that each row names its chat. */
  readonly ofAll: boolean;
  readonly onRevoked: () => void;
}

const ShareRow = ({ share, ofAll, onRevoked }: RowProps) => {
  const { navigation } = useHost();
  const copyUrl = useCopyUrl();
  const { revoke, isPending } = useRevoke(onRevoked);
  const title = share.title || 'Untitled chat';
  const created = createdOn(share);
  const name = ofAll ? `the link to ${title} from ${created}` : `the link from ${created}`;
  return (
    <li className={styles.row}>
      <a className={styles.text} href={urlOf(navigation.origin, share.id)} target="_blank" rel="noopener">
        {ofAll && (
          <span dir="auto" className={styles.title}>
            {title}
          </span>
        )}
        <span className={ofAll ? styles.made : styles.title}>Created {created}</span>
      </a>
      <Tooltip label="Copy">
        <IconButton size="s" label={`Copy ${name}`} icon={<Copy />} onClick={() => void copyUrl(share)} />
      </Tooltip>
      <Tooltip label="Revoke">
        <IconButton
          size="s"
          label={`Revoke ${name}`}
          icon={<Unlink />}
          busy={isPending}
          onClick={() => void revoke(share.id)}
        />
      </Tooltip>
    </li>
  );
};

/** The links to this chat, and on demand those to all chats. */
export const ShareList = ({ chatId }: { readonly chatId: string | undefined }) => {
  const { shares, error, isFetching, retry } = useShares();
  const [all, setAll] = useState(chatId === undefined);
  const heading = useId();
  const section = useRef<HTMLElement>(null);
  const shown = (shares ?? []).filter((share) => all || share.chatId === chatId);
  const hidden = (shares ?? []).length - shown.length;
  const refocus = () => section.current?.focus();
  return (
    <section ref={section} tabIndex={-1} className={styles.links} aria-labelledby={heading}>
      <h3 id={heading} className={styles.heading}>
        {all ? 'All your links' : 'Links to this chat'}
      </h3>
      {shares === undefined && !error && <Skeleton shape="block" height={54} />}
      {shares === undefined && error && (
        <FailureState
          small
          title="Couldn’t load your links."
          text={messageOf(error, 'Please try again.')}
          onRetry={retry}
          busy={isFetching}
        />
      )}
      {shares !== undefined && shown.length === 0 && (
        <p className={styles.none}>{all ? 'You haven’t shared any chats.' : 'No one has a link to this chat.'}</p>
      )}
      {shown.length > 0 && (
        <ul className={styles.list}>
          {shown.map((share) => (
            <ShareRow key={share.id} share={share} ofAll={all} onRevoked={refocus} />
          ))}
        </ul>
      )}
      {hidden > 0 && (
        <Button
          variant="ghost"
          size="s"
          className={styles.more}
          onClick={() => {
            setAll(true);
            refocus();
          }}
        >
          Show {hidden} more from other chats
        </Button>
      )}
    </section>
  );
};
