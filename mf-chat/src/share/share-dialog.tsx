import * as dialogs from '#contracts/dialogs';
import { useBehavior, useDialogInput } from '@atrium/shared-kernel/remote';
import { LinkOptions } from '@atrium/shared-kernel/sharing/link-options';
import { Button } from '@atrium/shared-kernel/ui/button';
import { DialogBody } from '@atrium/shared-kernel/ui/dialog-body';
import Ellipsis from 'lucide-react/icons/ellipsis';
import LinkIcon from 'lucide-react/icons/link';
import { useHost } from '../remote.ts';
import { ShareList } from './share-list.tsx';
import { sharedTitle, useShareLink } from './share.api.ts';
import styles from './share.module.css';

/** Otherwise the focus would fall back to the page along with the button that showed this. */
const takeFocus = (options: HTMLElement | null) => options?.focus();

/** Creates a link to the chat as it is now, and lists the existing links with their expiry dates (B2.28). */
export const ShareDialog = () => {
  const { close, dialogs: opened, session } = useHost();
  const { chatId } = useDialogInput(dialogs.chat.share);
  const user = useBehavior(session.user$);
  const { busy, shareBy, url } = useShareLink(chatId);
  const save =
    chatId === undefined ? undefined : () => void opened.open(dialogs.chat.exportChats, { chatIds: [chatId] });
  return (
    <DialogBody
      title="Share Chat"
      description="For privacy, only messages sent before sharing will be visible to those with the link."
      onClose={() => close()}
    >
      <div className={styles.content}>
        <div className={styles.actions}>
          <Button variant="primary" icon={<LinkIcon />} busy={busy === 'copy'} onClick={() => void shareBy('copy')}>
            Copy Link
          </Button>
          {url === undefined && (
            <Button icon={<Ellipsis />} busy={busy === 'share'} onClick={() => void shareBy('share')}>
              More Options
            </Button>
          )}
        </div>
        {url !== undefined && (
          <div ref={takeFocus} tabIndex={-1} className={styles.options}>
            <LinkOptions url={url} title={sharedTitle} onDownload={user && save} />
          </div>
        )}
        {user && <ShareList chatId={chatId} />}
      </div>
    </DialogBody>
  );
};
