import { createRemoteKit } from '@atrium/shared-kernel/remote';
import type { ComponentType } from 'react';

const kit = createRemoteKit({
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

export const lifecyclesOf = (component: ComponentType) => kit.lifecycles(component);
/** A module that shows one line. */
export const nothing = lifecyclesOf(() => <p>This release is shown.</p>);
