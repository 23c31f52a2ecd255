import { lifecycles } from './remote.ts';
import { ShareDialog } from './share/share-dialog.tsx';

export const { bootstrap, init, mount, unmount, update } = lifecycles(ShareDialog);
