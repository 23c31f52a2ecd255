import { MemoryDialog } from './memory/memory-dialog.tsx';
import { lifecycles } from './remote.ts';

export const { bootstrap, init, mount, unmount, update } = lifecycles(MemoryDialog);
