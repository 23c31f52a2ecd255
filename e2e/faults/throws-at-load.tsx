import type { Lifecycles } from '@atrium/shared-kernel/remote';

const evaluate = (): Lifecycles => {
  throw new Error('This release throws at load.');
};

/** A release that throws when its module is evaluated. */
export const { bootstrap, init, mount, unmount, update } = evaluate();
