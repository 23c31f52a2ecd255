import { ResetPage } from './forgotten/reset-page.tsx';
import { lifecycles } from './remote.ts';

export const { bootstrap, init, mount, unmount, update } = lifecycles(ResetPage);
