import { AsyncLocalStorage } from 'node:async_hooks';

const storage = new AsyncLocalStorage<{ open: boolean }>();

/** Runs `work` as the body of a transaction, which occupies a connection and often locks rows until it settles. */
export const insideTransaction = async <T>(work: () => Promise<T>): Promise<T> => {
  const mark = { open: true };
  try {
    // Awaited inside, because a query starts when it is awaited.
    return await storage.run(mark, async () => await work());
  } finally {
    // Work that was started inside and continues is no longer in the transaction.
    mark.open = false;
  }
};

/**
 * Throws inside a transaction, which must not wait for another service or a second connection while others wait for it.
 */
export const refuseInTransaction = (what: string): void => {
  if (storage.getStore()?.open) throw new Error(`${what} inside a transaction: do this before or after it.`);
};

/** Wraps a port so that its methods throw inside a transaction, except the `local` ones, which call no service. */
export const outsideTransaction = <T extends object>(name: string, port: T, local: readonly (keyof T)[] = []): T =>
  new Proxy(port, {
    get: (target, key) => {
      const found: unknown = Reflect.get(target, key);
      if (typeof found !== 'function' || local.some((name) => name === key)) return found;
      return (...args: readonly unknown[]): unknown => {
        refuseInTransaction(`${name}.${String(key)} was called`);
        return Reflect.apply(found, target, args);
      };
    },
  });

/** Runs `work` outside the current transaction, like a simultaneous request. For tests. */
export const detached = <T>(work: () => T): T => storage.exit(work);
