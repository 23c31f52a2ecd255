import { SeatsDialog } from './seats/seats-dialog.tsx';
import { lifecycles } from './remote.ts';

export const { bootstrap, init, mount, unmount, update } = lifecycles(SeatsDialog);
