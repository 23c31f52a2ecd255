import { useCallback, useSyncExternalStore } from 'react';
import type { Behavior } from '../contracts/behavior.ts';

/** The current value of a behaviour; the component renders again with each new one. */
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
