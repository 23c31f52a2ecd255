import { isId } from '@atrium/shared-kernel/contracts/id';
import { type Behavior, useBehavior } from '@atrium/shared-kernel/remote';
import { IconButton } from '@atrium/shared-kernel/ui/button';
import { Menu } from '@atrium/shared-kernel/ui/menu';
import ChevronDown from 'lucide-react/icons/chevron-down';
import type { LiveMessage } from '../reply/reply.ts';
import { aboutModel, useModels } from './models.api.ts';
import { maxInMenu, useOpenModels } from './open-models.ts';

interface Props {
  readonly message: LiveMessage;
  readonly versions: {
    readonly busy$: Behavior<boolean>;
    readonly regenerate: (message: LiveMessage, model: string) => Promise<void>;
  };
}

/** Asks another model the same question. Its answer becomes another version, with which the chat continues. */
const RegenerateWith = ({ message, versions }: Props) => {
  const research = message.mode === 'research';
  const { models } = useModels(research);
  const busy = useBehavior(versions.busy$);
  const search = useOpenModels({ chosen: message.model, research }, (id) => void versions.regenerate(message, id));
  // Secure chats and images have models of their own.
  if (message.pending || !isId(message._id) || message.mode === 'secure' || message.mode === 'image') return null;
  if (models.length < 2) return null;
  const button = (
    <IconButton
      size="s"
      label="Regenerate with another model"
      icon={<ChevronDown />}
      disabled={busy}
      {...(models.length > maxInMenu ? { 'aria-haspopup': 'dialog', onClick: () => void search() } : {})}
    />
  );
  if (models.length > maxInMenu) return button;
  const items = models.map((model) => ({
    label: model.label,
    description: aboutModel(model),
    checked: model.id === message.model,
    onSelect: () => void versions.regenerate(message, model.id),
  }));
  return <Menu items={items} trigger={button} />;
};

export default RegenerateWith;
