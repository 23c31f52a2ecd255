import { lifecycles } from './remote.ts';
import { AzureReturn } from './social/social-return.tsx';

export const { bootstrap, init, mount, unmount, update } = lifecycles(AzureReturn);
