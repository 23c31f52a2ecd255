import { type ComponentType, useCallback, useSyncExternalStore } from 'react';
import type { Behavior } from '../contracts/behavior.ts';
import type { RemoteContract } from '../contracts/define.ts';
import { type Lifecycles, lifecyclesOf } from './lifecycles.tsx';
import { type RemoteView, useRemoteView } from './remote-context.ts';

export type { Behavior } from '../contracts/behavior.ts';
export { isComposing } from '../ui/composing.ts';
export type * from './host.ts';
export { lazyPart } from './lazy-part.tsx';
export type { Lifecycles } from './lifecycles.tsx';
export { Link } from './link.tsx';
export { mountedQueries, queriesOf } from './queries.ts';
export { RemoteContext, type RemoteView, useDialogInput, useRemoteView, viewOf } from './remote-context.ts';
export { createScope, type OwnedScope, type Scope } from './scope.ts';
export { tryAgain } from './try-again.ts';
export { createWait, secondsLeft, type Wait } from './wait.ts';

/** The current value of a behavior. The component renders again with each new value. */
export const useBehavior = <T>(behavior: Behavior<T>): T => {
  const subscribe = useCallback(
    (changed: () => void) => {
      const subscription = behavior.subscribe(changed);
      return () => subscription.unsubscribe();
    },
    [behavior],
  );
  return useSyncExternalStore(subscribe, () => behavior.value);
};

export interface RemoteKit<C extends RemoteContract> {
  /** The exports of an exposed module. */
  readonly lifecycles: (component: ComponentType) => Lifecycles;
  /**
   * The host, narrowed to this remote's contract. Remotes export it as `useHost`. The kit keeps this name because
   * released shells and remotes use it.
   */
  readonly useRemote: () => RemoteView<C>;
}

/** Creates a remote's own kit, typed by its contract. Called once, in its `src/remote.ts`. */
export const createRemoteKit = <const C extends RemoteContract>(contract: C): RemoteKit<C> => ({
  lifecycles: (component) => lifecyclesOf(contract, component),
  useRemote: () => useRemoteView(),
});
