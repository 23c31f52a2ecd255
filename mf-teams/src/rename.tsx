import { RenameDialog } from './rename/rename-dialog.tsx';
import { lifecycles } from './remote.ts';

export const { bootstrap, init, mount, unmount, update } = lifecycles(RenameDialog);
