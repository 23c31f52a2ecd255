import { SetPage } from './new-password/set-page.tsx';
import { lifecycles } from './remote.ts';

export const { bootstrap, init, mount, unmount, update } = lifecycles(SetPage);
