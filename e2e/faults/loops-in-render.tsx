import { lifecyclesOf } from './nothing.tsx';

/** A release that never comes to the end of its render. */
const Endless = () => {
  for (;;);
};

export const { bootstrap, init, mount, unmount, update } = lifecyclesOf(Endless);
