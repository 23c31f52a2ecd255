import { createRemoteKit } from '@atrium/shared-kernel/remote';

/** A release that loads and mounts, and throws when it renders. */
const Broken = () => {
  throw new Error('This release throws in render.');
};

const { lifecycles } = createRemoteKit({
  name: 'mf-broken',
  exposes: {},
  routes: [],
  fills: [],
  dialogs: [],
  opens: [],
  emits: [],
  handles: [],
  calls: [],
});
export const { bootstrap, init, mount, unmount, update } = lifecycles(Broken);
