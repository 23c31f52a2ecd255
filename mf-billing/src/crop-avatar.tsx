import { CropDialog } from './avatar/crop-dialog.tsx';
import { lifecycles } from './remote.ts';

export const { bootstrap, init, mount, unmount, update } = lifecycles(CropDialog);
