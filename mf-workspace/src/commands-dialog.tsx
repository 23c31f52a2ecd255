import { CommandsDialog } from './commands/commands-dialog.tsx';
import { lifecycles } from './remote.ts';

export const { bootstrap, init, mount, unmount, update } = lifecycles(CommandsDialog);
