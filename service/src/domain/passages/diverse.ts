/** The weight of relevance to the question against novelty (maximal marginal relevance). */
const relevance = 0.7;
/** This many are chosen one by one, each compared with those before it; the others keep their scores at that point. */
const maxChosen = 40;

const product = (a: Float32Array, b: Float32Array): number => {
  let sum = 0;
  for (let at = 0; at < a.length; at += 1) sum += a[at]! * b[at]!;
  return sum;
};

/**
 * Sorts candidates by score, but moves those that say nearly the same as an earlier one further down. Vectors have
 * length 1.
 */
export const diverse = <T extends { readonly score: number }>(
  candidates: readonly T[],
  vectorOf: (one: T) => Float32Array,
): readonly T[] => {
  const vectors = candidates.map(vectorOf);
  const relevances = Float32Array.from(candidates, ({ score }) => relevance * score);
  const scores = relevances.slice();
  const isChosen = new Uint8Array(candidates.length);
  const chosen: number[] = [];
  while (chosen.length < Math.min(maxChosen, candidates.length)) {
    let best = -1;
    for (let at = 0; at < scores.length; at += 1)
      if (isChosen[at] === 0 && (best < 0 || scores[at]! > scores[best]!)) best = at;
    isChosen[best] = 1;
    chosen.push(best);
    for (let at = 0; at < scores.length; at += 1) {
      if (isChosen[at] === 1) continue;
      const without = relevances[at]! - (1 - relevance) * product(vectors[at]!, vectors[best]!);
      if (without < scores[at]!) scores[at] = without;
    }
  }
  const left = [...candidates.keys()].filter((at) => isChosen[at] === 0).toSorted((a, b) => scores[b]! - scores[a]!);
  return [...chosen, ...left].map((at) => candidates[at]!);
};
