import { lifecycles } from './remote.ts';
import { AppleReturn } from './social/social-return.tsx';

export const { bootstrap, init, mount, unmount, update } = lifecycles(AppleReturn);
