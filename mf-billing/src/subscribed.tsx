import { lifecycles } from './remote.ts';
import { SubscribedPage } from './subscribed/subscribed-page.tsx';

export const { bootstrap, init, mount, unmount, update } = lifecycles(SubscribedPage);
