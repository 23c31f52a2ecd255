import { ChangePage } from './confirmation/change-page.tsx';
import { lifecycles } from './remote.ts';

export const { bootstrap, init, mount, unmount, update } = lifecycles(ChangePage);
