import { vi } from 'vitest';

type Callback = (entries: readonly Pick<IntersectionObserverEntry, 'isIntersecting'>[]) => void;

/**
 * Replaces the browser's IntersectionObserver, because a test has no layout. `inSight`: whether an observed element is in
 * sight from the start. `show` brings all of them into sight. `asked` has the options of each observer.
 */
export const stubSight = (inSight: boolean) => {
  const asked: (IntersectionObserverInit | undefined)[] = [];
  const observing = new Set<Callback>();
  class Observer {
    readonly #callback: Callback;
    constructor(callback: Callback, options?: IntersectionObserverInit) {
      this.#callback = callback;
      asked.push(options);
    }
    observe() {
      observing.add(this.#callback);
      const notify = () => observing.has(this.#callback) && this.#callback([{ isIntersecting: inSight }]);
      queueMicrotask(notify);
    }
    disconnect() {
      observing.delete(this.#callback);
    }
  }
  vi.stubGlobal('IntersectionObserver', Observer);
  return {
    asked,
    show: () => {
      for (const notify of new Set(observing)) notify([{ isIntersecting: true }]);
    },
  };
};
