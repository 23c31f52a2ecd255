import { lifecyclesOf } from './nothing.tsx';

const press = () => {
  throw new Error('This release throws in a handler.');
};

/** A release that is shown, and throws when its button is pressed. */
export const { bootstrap, init, mount, unmount, update } = lifecyclesOf(() => (
  <button type="button" onClick={press}>
    Press
  </button>
));
