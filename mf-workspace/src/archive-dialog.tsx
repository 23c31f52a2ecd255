import { ArchiveDialog } from './archive/archive-dialog.tsx';
import { lifecycles } from './remote.ts';

export const { bootstrap, init, mount, unmount, update } = lifecycles(ArchiveDialog);
