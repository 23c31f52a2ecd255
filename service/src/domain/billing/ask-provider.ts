/** Each holds a connection to the database while its provider is asked, which may need another: never all of them. */
const atOnce = 3;

const createTurns = (most: number) => {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
};

/** Does work that asks a payment provider within a transaction, a few in a process at once. */
export const askProvider = createTurns(atOnce);
