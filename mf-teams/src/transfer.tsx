import { TransferDialog } from './transfer/transfer-dialog.tsx';
import { lifecycles } from './remote.ts';

export const { bootstrap, init, mount, unmount, update } = lifecycles(TransferDialog);
