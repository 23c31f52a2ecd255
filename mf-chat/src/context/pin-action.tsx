import { IconButton } from '@atrium/shared-kernel/ui/button';
import { Tooltip } from '@atrium/shared-kernel/ui/tooltip';
import Pin from 'lucide-react/icons/pin';
import { usePin, usePinned } from './context.api.ts';
import styles from './pin-action.module.css';

interface Props {
  readonly chatId: string;
  readonly messageId: string;
}

/** Pins a message with its answer in the context. The button of a pinned message is always visible, to mark it. */
const PinAction = ({ chatId, messageId }: Props) => {
  const pinned = usePinned(chatId, messageId);
  const pin = usePin(chatId);
  if (pinned === undefined) return null;
  const label = pinned ? 'Don’t keep in context' : 'Keep in context';
  return (
    <Tooltip label={label} side="bottom">
      <IconButton
        size="s"
        label={label}
        data-pinned={pinned || undefined}
        icon={<Pin className={pinned ? styles.pinned : undefined} />}
        onClick={() => pin({ messageId, pinned: !pinned })}
      />
    </Tooltip>
  );
};

export default PinAction;
