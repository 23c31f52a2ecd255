import { lifecycles } from './remote.ts';
import { SubscribePage } from './subscribe/subscribe-page.tsx';

export const { bootstrap, init, mount, unmount, update } = lifecycles(SubscribePage);
