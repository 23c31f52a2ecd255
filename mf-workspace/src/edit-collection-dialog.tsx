import { EditCollectionDialog } from './collections/edit-collection-dialog.tsx';
import { lifecycles } from './remote.ts';

export const { bootstrap, init, mount, unmount, update } = lifecycles(EditCollectionDialog);
