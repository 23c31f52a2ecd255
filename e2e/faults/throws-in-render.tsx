import { lifecyclesOf } from './nothing.tsx';

/** A release that loads and mounts, and throws when it renders. */
const Broken = () => {
  throw new Error('This release throws in render.');
};

export const { bootstrap, init, mount, unmount, update } = lifecyclesOf(Broken);
