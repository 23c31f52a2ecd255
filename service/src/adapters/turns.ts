interface Waiting {
  readonly owner: string;
  readonly go: () => void;
}

export interface TurnsOptions {
  /** How many of one owner may run at once. Further ones of that owner wait even if a slot is free. */
  readonly each?: number;
  /** How many of one owner, and of all owners, may wait. */
  readonly waiting?: { readonly each: number; readonly all: number };
}

/**
 * A fair queue that runs `atOnce` at a time. The next one belongs to the owner with the fewest running, and among
 * several to the owner who was served longest ago, so that many files of one user do not block other users.
 */
export const createTurns = (atOnce: number, { each = atOnce, waiting: most }: TurnsOptions = {}) => {
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
  const mayBegin = (owner: string): boolean => count < atOnce && (running.get(owner) ?? 0) < each;
  const rank = ({ owner }: Waiting): number => (running.get(owner) ?? 0) * 2 ** 40 + (served.get(owner) ?? 0);
  const end = (owner: string): void => {
    count -= 1;
    const left = running.get(owner)! - 1;
    if (left > 0) running.set(owner, left);
    else running.delete(owner);
    const [next] = waiting.filter((one) => mayBegin(one.owner)).toSorted((a, b) => rank(a) - rank(b));
    if (!next) {
      if (waiting.length === 0) served.clear();
      return;
    }
    waiting.splice(waiting.indexOf(next), 1);
    begin(next.owner);
    next.go();
  };

  return {
    /** Whether an owner's work would have to wait although too many are waiting already. */
    isFull: (owner: string): boolean =>
      most !== undefined &&
      !mayBegin(owner) &&
      (waiting.length >= most.all || waiting.filter((one) => one.owner === owner).length >= most.each),
    /** Runs `work` when it is the owner's turn. */
    async run<T>(owner: string, work: () => Promise<T>): Promise<T> {
      if (mayBegin(owner)) begin(owner);
      else await new Promise<void>((go) => waiting.push({ owner, go }));
      try {
        return await work();
      } finally {
        end(owner);
      }
    },
  };
};
