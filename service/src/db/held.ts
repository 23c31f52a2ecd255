import { AsyncLocalStorage } from 'node:async_hooks';

const held = new AsyncLocalStorage<{ open: boolean }>();

/** Runs what holds a connection, and often rows, until it settles. */
export const holding = async <T>(work: () => Promise<T>): Promise<T> => {
  const mark = { open: true };
  try {
    // Awaited inside: a query begins when it is awaited.
    return await held.run(mark, async () => await work());
  } finally {
    // What was begun inside and goes on holds nothing any more.
    mark.open = false;
  }
};

/** Throws inside of `holding`: nobody waits for another service, or for a second connection, while others wait for this one. */
export const refuseWhileHolding = (what: string): void => {
  if (held.getStore()?.open) throw new Error(`${what} inside a transaction: ask before it, or after it.`);
};

/** The same port, which nobody asks inside of `holding`; but for what it answers by itself. */
export const outside = <T extends object>(name: string, port: T, byItself: readonly (keyof T)[] = []): T =>
  new Proxy(port, {
    get: (target, key) => {
      const found: unknown = Reflect.get(target, key);
      if (typeof found !== 'function' || byItself.some((name) => name === key)) return found;
      return (...args: readonly unknown[]): unknown => {
        refuseWhileHolding(`${name}.${String(key)} was asked`);
        return Reflect.apply(found, target, args);
      };
    },
  });

/** What another request does at the same time: it holds nothing of this one. For tests. */
export const apart = <T>(work: () => T): T => held.exit(work);
