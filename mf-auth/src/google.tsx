import { lifecycles } from './remote.ts';
import { GoogleReturn } from './social/social-return.tsx';

export const { bootstrap, init, mount, unmount, update } = lifecycles(GoogleReturn);
