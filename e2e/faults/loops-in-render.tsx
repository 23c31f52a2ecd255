import { lifecyclesOf } from './nothing.tsx';

/** A release whose render never ends. */
const Endless = () => {
  for (;;);
};

export const { bootstrap, init, mount, unmount, update } = lifecyclesOf(Endless);
