import { type MonoTypeOperatorFunction, Subject, takeUntil } from 'rxjs';

/** The life of one mount: what is bound to it ends with it. */
export interface Scope {
  readonly signal: AbortSignal;
  /** Calls `teardown` when the scope ends, or immediately if it has ended. */
  add(teardown: () => void): void;
  /** Ends a stream with the scope. */
  until<T>(): MonoTypeOperatorFunction<T>;
}

export interface OwnedScope extends Scope {
  end(): void;
}

export const createScope = (): OwnedScope => {
  const controller = new AbortController();
  const ended$ = new Subject<void>();
  const teardowns = new Set<() => void>();
  return {
    signal: controller.signal,
    add(teardown) {
      if (controller.signal.aborted) teardown();
      else teardowns.add(teardown);
    },
    until: () => takeUntil(ended$),
    end() {
      if (controller.signal.aborted) return;
      controller.abort();
      ended$.next();
      ended$.complete();
      for (const teardown of teardowns) teardown();
      teardowns.clear();
    },
  };
};
