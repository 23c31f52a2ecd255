import { ShortcutsDialog } from './commands/shortcuts-dialog.tsx';
import { lifecycles } from './remote.ts';

export const { bootstrap, init, mount, unmount, update } = lifecycles(ShortcutsDialog);
