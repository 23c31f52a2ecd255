import { vi } from 'vitest';

type Callback = (entries: readonly Pick<IntersectionObserverEntry, 'isIntersecting'>[]) => void;

/**
 * Replaces the browser's IntersectionObserver, because a test has no layout. `visible`: whether an observed element is
 * in view from the start. `show` brings all of them into view. `created` has the options of each observer.
 */
export const stubIntersection = (visible: boolean) => {
  const created: (IntersectionObserverInit | undefined)[] = [];
  const observing = new Set<Callback>();
  class Observer {
    readonly #callback: Callback;
    constructor(callback: Callback, options?: IntersectionObserverInit) {
      this.#callback = callback;
      created.push(options);
    }
    observe() {
      observing.add(this.#callback);
      const notify = () => observing.has(this.#callback) && this.#callback([{ isIntersecting: visible }]);
      queueMicrotask(notify);
    }
    disconnect() {
      observing.delete(this.#callback);
    }
  }
  vi.stubGlobal('IntersectionObserver', Observer);
  return {
    created,
    show: () => {
      for (const notify of new Set(observing)) notify([{ isIntersecting: true }]);
    },
  };
};
