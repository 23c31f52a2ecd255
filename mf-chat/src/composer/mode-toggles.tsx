import ImageIcon from 'lucide-react/icons/image';
import Lock from 'lucide-react/icons/lock';
import Telescope from 'lucide-react/icons/telescope';
import classes from '../ui/tool-button.module.css';
import type { Mode, Modes } from '../draft/modes.ts';

const toggles = [
  { mode: 'research', label: 'Research', icon: Telescope },
  { mode: 'image', label: 'Image', icon: ImageIcon },
  { mode: 'secure', label: 'Secure', icon: Lock },
] as const;

interface Props {
  readonly modes: Modes;
  /** Secure mode is offered to product admins, and in a chat that is already secure. */
  readonly secure: boolean;
  readonly onToggle?: (mode: Mode) => void;
  readonly disabled?: boolean;
}

/** Switches for how the next message is answered. In narrow layouts only their icons are shown. */
export const ModeToggles = ({ modes, secure, onToggle, disabled = false }: Props) =>
  toggles
    .filter(({ mode }) => secure || mode !== 'secure')
    .map(({ mode, label, icon: Icon }) => (
      <button
        key={mode}
        type="button"
        className={classes.tool}
        aria-label={`${label} mode`}
        aria-pressed={modes[mode]}
        title={`${label} mode`}
        disabled={disabled}
        onClick={() => onToggle?.(mode)}
      >
        <Icon aria-hidden />
        <span className={classes.label}>{label}</span>
      </button>
    ));
