import * as dialogs from '#contracts/dialogs';
import type { MenuEntry } from '@atrium/shared-kernel/ui/menu';
import Archive from 'lucide-react/icons/archive';
import Command from 'lucide-react/icons/command';
import Database from 'lucide-react/icons/database';
import Keyboard from 'lucide-react/icons/keyboard';
import * as slots from '#contracts/slots';
import { readLinks } from '@atrium/shared-kernel/slots';
import { fillerIcon } from '@atrium/shared-kernel/slots/icon';
import type { WorkspaceView } from '../remote.ts';

/** What has no position of its own in the bar. Loaded when the menu is first needed. */
export const moreItems = async (view: Pick<WorkspaceView, 'dialogs' | 'slots'>): Promise<readonly MenuEntry[]> => {
  // If the entries of other remotes fail, the menu has its own ones.
  const others = await readLinks(view, slots.workspace.navigation).catch(() => []);
  const added = others.map(({ label, icon, follow }) => ({ label, icon: fillerIcon(icon), onSelect: follow }));
  const { archive, data, commands, shortcuts } = dialogs.workspace;
  return [
    ...added,
    ...(added.length > 0 ? (['separator'] as const) : []),
    { label: 'Archive', icon: <Archive />, onSelect: () => void view.dialogs.open(archive, {}) },
    { label: 'Export or import your data', icon: <Database />, onSelect: () => void view.dialogs.open(data, {}) },
    'separator',
    { label: 'All commands', icon: <Command />, onSelect: () => void view.dialogs.open(commands, {}) },
    { label: 'Keyboard shortcuts', icon: <Keyboard />, onSelect: () => void view.dialogs.open(shortcuts, {}) },
  ];
};
