import { IconButton, type IconButtonProps } from '@atrium/shared-kernel/ui/button';
import Mic from 'lucide-react/icons/mic';
import Paperclip from 'lucide-react/icons/paperclip';
import WandSparkles from 'lucide-react/icons/wand-sparkles';

type Props = Omit<IconButtonProps, 'label' | 'icon'>;

export const AttachButton = (props: Props) => (
  <IconButton label="Attach files" title="Attach files" icon={<Paperclip />} {...props} />
);

export const ImproveButton = (props: Props) => (
  <IconButton label="Improve my prompt" title="Improve my prompt" icon={<WandSparkles />} {...props} />
);

export const RecordButton = (props: Props) => (
  <IconButton label="Record a voice note" title="Record a voice note" icon={<Mic />} {...props} />
);
