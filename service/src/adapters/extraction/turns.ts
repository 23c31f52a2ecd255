interface Waiting {
  readonly owner: string;
  readonly go: () => void;
}

/**
 * Lets `atOnce` through at a time. Of those who wait, one whose owner has the fewest under way is next, and of several
 * the one whose owner was served longest ago: many files of one person do not keep another person waiting.
 */
export const createTurns = (atOnce: number) => {
  const waiting: Waiting[] = [];
  const running = new Map<string, number>();
  const served = new Map<string, number>();
  let count = 0;
  let turn = 0;

  const begin = (owner: string): void => {
    count += 1;
    turn += 1;
    running.set(owner, (running.get(owner) ?? 0) + 1);
    served.set(owner, turn);
  };
  const rank = ({ owner }: Waiting): number => (running.get(owner) ?? 0) * 2 ** 40 + (served.get(owner) ?? 0);
  const end = (owner: string): void => {
    count -= 1;
    const left = running.get(owner)! - 1;
    if (left > 0) running.set(owner, left);
    else running.delete(owner);
    const [next] = waiting.toSorted((a, b) => rank(a) - rank(b));
    if (!next) return served.clear();
    waiting.splice(waiting.indexOf(next), 1);
    begin(next.owner);
    next.go();
  };

  /** Runs `work` when it is the owner's turn. */
  return async <T>(owner: string, work: () => Promise<T>): Promise<T> => {
    if (count < atOnce) begin(owner);
    else await new Promise<void>((go) => waiting.push({ owner, go }));
    try {
      return await work();
    } finally {
      end(owner);
    }
  };
};
