import { vi } from 'vitest';

type Told = (entries: readonly Pick<IntersectionObserverEntry, 'isIntersecting'>[]) => void;

/**
 * Stands in for the browser's IntersectionObserver, as nothing has a place in a test. `inSight` says whether what is observed
 * is in sight when the observing begins; `told` tells that it came into sight; `asked` are the options of each observer.
 */
export const stubSight = (inSight: boolean) => {
  const asked: (IntersectionObserverInit | undefined)[] = [];
  const observing = new Set<Told>();
  class Observer {
    readonly #told: Told;
    constructor(told: Told, options?: IntersectionObserverInit) {
      this.#told = told;
      asked.push(options);
    }
    observe() {
      observing.add(this.#told);
      const tell = () => observing.has(this.#told) && this.#told([{ isIntersecting: inSight }]);
      queueMicrotask(tell);
    }
    disconnect() {
      observing.delete(this.#told);
    }
  }
  vi.stubGlobal('IntersectionObserver', Observer);
  return {
    asked,
    told: () => {
      for (const tell of new Set(observing)) tell([{ isIntersecting: true }]);
    },
  };
};
