import { lazyPart, useBehavior } from '@atrium/shared-kernel/remote';
import { isId } from '@atrium/shared-kernel/contracts/id';
import { IconButton } from '@atrium/shared-kernel/ui/button';
import { Tooltip } from '@atrium/shared-kernel/ui/tooltip';
import Pencil from 'lucide-react/icons/pencil';
import { Suspense } from 'react';
import { useOwnChat } from '../context/own-chat.ts';
import type { LiveMessage } from '../reply/reply.ts';
import type { VersionsModel } from './versions.model.ts';
import { useVersions } from './versions-context.ts';
import styles from './versions.module.css';

const PinAction = lazyPart(() => import(/* webpackChunkName: "context" */ '../context/pin-action.tsx'));

interface Props {
  readonly message: LiveMessage;
}

const EditAction = ({ message, versions }: Props & { readonly versions: VersionsModel }) => {
  const busy = useBehavior(versions.busy$);
  const chat = useOwnChat();
  return (
    <div className={styles.promptActions}>
      <Tooltip label="Edit" side="bottom">
        <IconButton
          size="s"
          label="Edit message"
          data-edit
          icon={<Pencil />}
          disabled={busy}
          onClick={() => versions.edit(message)}
        />
      </Tooltip>
      {chat?.settled && (
        <Suspense fallback={null}>
          <PinAction chatId={chat.chatId} messageId={message._id} />
        </Suspense>
      )}
    </div>
  );
};

/** The actions of a prompt that the service knows. */
export const PromptActions = ({ message }: Props) => {
  const versions = useVersions();
  return versions && isId(message._id) && !message.pending ? (
    <EditAction message={message} versions={versions} />
  ) : null;
};
