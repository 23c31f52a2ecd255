/** How much being near to the question counts beside saying what was not said yet (maximal marginal relevance). */
const relevance = 0.7;
/** So many are chosen one by one, each compared with those before it; the others come as they then stand. */
const chosenMost = 40;

const product = (a: Float32Array, b: Float32Array): number => {
  let sum = 0;
  for (let at = 0; at < a.length; at += 1) sum += a[at]! * b[at]!;
  return sum;
};

/** The best first, but what says nearly the same as one before it comes later. Vectors have the length 1. */
export const diverse = <T extends { readonly score: number }>(
  candidates: readonly T[],
  vectorOf: (one: T) => Float32Array,
): readonly T[] => {
  const vectors = candidates.map(vectorOf);
  const said = new Float32Array(candidates.length);
  const left = new Set(candidates.keys());
  const worth = (at: number) => relevance * candidates[at]!.score - (1 - relevance) * said[at]!;
  const chosen: T[] = [];
  while (chosen.length < chosenMost && left.size > 0) {
    let best = -1;
    for (const at of left) if (best < 0 || worth(at) > worth(best)) best = at;
    left.delete(best);
    chosen.push(candidates[best]!);
    for (const at of left) said[at] = Math.max(said[at]!, product(vectors[at]!, vectors[best]!));
  }
  return [...chosen, ...[...left].toSorted((a, b) => worth(b) - worth(a)).map((at) => candidates[at]!)];
};
