import * as dialogs from '@atrium/shared-kernel/contracts/dialogs';
import type { MenuEntry } from '@atrium/shared-kernel/ui/menu';
import Archive from 'lucide-react/icons/archive';
import Command from 'lucide-react/icons/command';
import Database from 'lucide-react/icons/database';
import Keyboard from 'lucide-react/icons/keyboard';
import type { WorkspaceView } from '../remote.ts';

/** What has no place of its own in the bar; fetched when somebody first reaches for it. */
export const moreItems = (view: Pick<WorkspaceView, 'dialogs'>): readonly MenuEntry[] => {
  const { archive, data, commands, shortcuts } = dialogs.workspace;
  return [
    { label: 'Archive', icon: <Archive />, onSelect: () => void view.dialogs.open(archive, {}) },
    { label: 'Export or import your data', icon: <Database />, onSelect: () => void view.dialogs.open(data, {}) },
    'separator',
    { label: 'All commands', icon: <Command />, onSelect: () => void view.dialogs.open(commands, {}) },
    { label: 'Keyboard shortcuts', icon: <Keyboard />, onSelect: () => void view.dialogs.open(shortcuts, {}) },
  ];
};
