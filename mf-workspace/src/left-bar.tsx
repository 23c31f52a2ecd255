import { LeftBar } from './left-bar/left-bar.tsx';
import { lifecycles } from './remote.ts';

export const { bootstrap, init, mount, unmount, update } = lifecycles(LeftBar);
