/** Pages are younger than this when they begin to follow; in milliseconds. */
const remembered = 10 * 60 * 1000;
const apart = 1000;
/** What a page reads may have left the database a little earlier than the page says. */
const slack = 2000;

/** Where the feed stood, and when. */
export interface Positions {
  add(position: string): void;
  /** The feed's position that many milliseconds ago; undefined where this instance has none that old. */
  before(age: number): string | undefined;
}

export const createPositions = (now: () => number): Positions => {
  const all: { readonly at: number; readonly position: string }[] = [];
  return {
    add(position) {
      const at = now();
      if (at - (all.at(-1)?.at ?? -apart) < apart) return;
      all.push({ at, position });
      const old = all.findIndex((one) => one.at > at - remembered);
      // The newest of the old ones is where it stood for that long.
      if (old > 1) all.splice(0, old - 1);
    },
    before(age) {
      const at = now() - age - slack;
      return all.findLast((one) => one.at <= at)?.position;
    },
  };
};
