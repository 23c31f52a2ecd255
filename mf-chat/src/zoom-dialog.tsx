import { lifecycles } from './remote.ts';
import { ZoomDialog } from './zoom/zoom-dialog.tsx';

export const { bootstrap, init, mount, unmount, update } = lifecycles(ZoomDialog);
