import { CollectionsDialog } from './collections/collections-dialog.tsx';
import { lifecycles } from './remote.ts';

export const { bootstrap, init, mount, unmount, update } = lifecycles(CollectionsDialog);
