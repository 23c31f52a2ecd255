/** Pages are younger than this when they start to follow changes; in milliseconds. */
const retention = 10 * 60 * 1000;
const minInterval = 1000;
/** The page may have read from the database slightly earlier than the age it reports. */
const slack = 2000;

/** The positions of the feed over time. */
export interface Positions {
  add(position: string): void;
  /** The feed's position `age` milliseconds ago; undefined if this instance knows none that old. */
  before(age: number): string | undefined;
}

export const createPositions = (now: () => number): Positions => {
  const all: { readonly at: number; readonly position: string }[] = [];
  return {
    add(position) {
      const at = now();
      if (at - (all.at(-1)?.at ?? -minInterval) < minInterval) return;
      all.push({ at, position });
      const old = all.findIndex((one) => one.at > at - retention);
      // The newest expired entry stays, because it was the position at the start of the retained time.
      if (old > 1) all.splice(0, old - 1);
    },
    before(age) {
      const at = now() - age - slack;
      return all.findLast((one) => one.at <= at)?.position;
    },
  };
};
