export interface SaveQueue {
  /** Calls `send` once all earlier ones have settled. Resolves or rejects with its outcome. */
  readonly run: <T>(send: () => Promise<T>) => Promise<T>;
}

/**
 * Sends saves one after the other, because the service may handle two at once in either order, and the last choice has
 * to win. While the page is being left, nothing waits: `leave` sends what is waiting, and `stay` restores the order.
 */
export const createSaveQueue = (): SaveQueue & { readonly leave: () => void; readonly stay: () => void } => {
  const waiting: (() => void)[] = [];
  let running = 0;
  let leaving = false;
  const start = async <T>(send: () => Promise<T>): Promise<T> => {
    running += 1;
    try {
      return await send();
    } finally {
      running -= 1;
      if (running === 0) waiting.shift()?.();
    }
  };
  return {
    run: (send) =>
      running === 0 || leaving ? start(send) : new Promise((resolve) => waiting.push(() => resolve(start(send)))),
    leave: () => {
      leaving = true;
      for (const sendNow of waiting.splice(0)) sendNow();
    },
    stay: () => {
      leaving = false;
    },
  };
};
