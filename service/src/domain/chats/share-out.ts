/** What each of some wishes gets of `room`: the smaller ones are met, the larger ones share what is left evenly. */
export const shareOut = (wishes: readonly number[], room: number): number[] => {
  const shares = wishes.map(() => 0);
  let left = room;
  const smallestFirst = wishes.map((_, index) => index).toSorted((a, b) => wishes[a]! - wishes[b]!);
  for (const [place, index] of smallestFirst.entries()) {
    shares[index] = Math.min(wishes[index]!, Math.max(0, Math.floor(left / (wishes.length - place))));
    left -= shares[index];
  }
  return shares;
};
