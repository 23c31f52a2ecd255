/** Divides `room` among requests: smaller ones are met in full, and the larger ones share the remainder evenly. */
export const shareOut = (requests: readonly number[], room: number): number[] => {
  const shares = requests.map(() => 0);
  let left = room;
  const smallestFirst = requests.map((_, index) => index).toSorted((a, b) => requests[a]! - requests[b]!);
  for (const [position, index] of smallestFirst.entries()) {
    shares[index] = Math.min(requests[index]!, Math.max(0, Math.floor(left / (requests.length - position))));
    left -= shares[index];
  }
  return shares;
};
