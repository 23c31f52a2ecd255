import { useBehavior } from '@atrium/shared-kernel/remote';
import { isId } from '@atrium/shared-kernel/contracts/id';
import { IconButton } from '@atrium/shared-kernel/ui/button';
import { Tooltip } from '@atrium/shared-kernel/ui/tooltip';
import Pencil from 'lucide-react/icons/pencil';
import type { LiveMessage } from '../reply/reply.ts';
import type { VersionsModel } from './versions.model.ts';
import { useVersions } from './versions-context.ts';
import styles from './versions.module.css';

interface Props {
  readonly message: LiveMessage;
}

const EditAction = ({ message, versions }: Props & { readonly versions: VersionsModel }) => {
  const busy = useBehavior(versions.busy$);
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
    </div>
  );
};

/** What can be done with a prompt that the service knows. */
export const PromptActions = ({ message }: Props) => {
  const versions = useVersions();
  return versions && isId(message._id) && !message.pending ? (
    <EditAction message={message} versions={versions} />
  ) : null;
};
