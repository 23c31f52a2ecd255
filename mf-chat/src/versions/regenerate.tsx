import { isId } from '@atrium/shared-kernel/contracts/id';
import { useBehavior } from '@atrium/shared-kernel/remote';
import { IconButton } from '@atrium/shared-kernel/ui/button';
import { Tooltip } from '@atrium/shared-kernel/ui/tooltip';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import type { LiveMessage } from '../reply/reply.ts';
import type { VersionsModel } from './versions.model.ts';

interface Props {
  readonly message: LiveMessage;
  readonly versions: VersionsModel;
}

/** Requests another answer to the same prompt. The existing answer stays as a version. */
export const Regenerate = ({ message, versions }: Props) => {
  const busy = useBehavior(versions.busy$);
  if (message.pending || !isId(message._id)) return null;
  return (
    <Tooltip label="Regenerate" side="bottom">
      <IconButton
        size="s"
        label="Regenerate answer"
        icon={<RefreshCw />}
        disabled={busy}
        onClick={() => void versions.regenerate(message)}
      />
    </Tooltip>
  );
};
