import { DataDialog } from './data/data-dialog.tsx';
import { lifecycles } from './remote.ts';

export const { bootstrap, init, mount, unmount, update } = lifecycles(DataDialog);
