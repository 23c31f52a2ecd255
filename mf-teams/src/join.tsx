import { JoinPage } from './join/join-page.tsx';
import { lifecycles } from './remote.ts';

export const { bootstrap, init, mount, unmount, update } = lifecycles(JoinPage);
