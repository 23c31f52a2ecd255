import { AdminDialog } from './admin/admin-dialog.tsx';
import { lifecycles } from './remote.ts';

export const { bootstrap, init, mount, unmount, update } = lifecycles(AdminDialog);
