import type { BarSide } from '@atrium/shared-kernel/remote';
import { IconButton } from '@atrium/shared-kernel/ui/button';
import PanelLeft from 'lucide-react/icons/panel-left';
import PanelRight from 'lucide-react/icons/panel-right';

interface Props {
  side: BarSide;
  /** What the bar holds, as in "Show chats". */
  what: string;
  open: boolean;
  className?: string;
  onClick?: () => void;
}

/** The button that shows or hides a bar. */
export const BarToggle = ({ side, what, open, className, onClick }: Props) => (
  <IconButton
    label={`${open ? 'Hide' : 'Show'} ${what}`}
    icon={side === 'left' ? <PanelLeft /> : <PanelRight />}
    aria-expanded={open}
    className={className}
    onClick={onClick}
  />
);
