import { ConsentReturn } from './integrations/consent-return.tsx';
import { lifecycles } from './remote.ts';

export const { bootstrap, init, mount, unmount, update } = lifecycles(ConsentReturn);
