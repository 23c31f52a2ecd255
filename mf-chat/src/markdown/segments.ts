/** Blocks that are compared, and laid out, as one when the text grows: a commit costs the same for a long text. */
const groupSize = 24;

/** Blocks that stand together, from the first to before the last. */
export interface Segment {
  readonly from: number;
  readonly to: number;
  /** They are pieces of one paragraph or list, and not blocks of their own. */
  readonly pieces: boolean;
}

/** Puts blocks into groups; those that were cut from one paragraph or list are together, however many they are. */
export const segmentsOf = (goesOn: readonly boolean[], total: number): readonly Segment[] => {
  const segments: Segment[] = [];
  let from = 0;
  const group = (to: number) => {
    if (to > from) segments.push({ from, to, pieces: false });
    from = to;
  };
  for (let at = 0; at < total;) {
    const begin = at;
    while (at + 1 < total && goesOn[at]) at += 1;
    at += 1;
    if (at - begin > 1) {
      group(begin);
      segments.push({ from: begin, to: at, pieces: true });
      from = at;
    } else if (at - from === groupSize) group(at);
  }
  group(total);
  return segments;
};
