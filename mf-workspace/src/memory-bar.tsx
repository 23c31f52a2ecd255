import { MemoryBar } from './memory/memory-bar.tsx';
import { lifecycles } from './remote.ts';

export const { bootstrap, init, mount, unmount, update } = lifecycles(MemoryBar);
