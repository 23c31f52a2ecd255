/**
 * Blocks per group. A group is compared and laid out as one when the text grows, so that a commit costs the same for a
 * long text. Groups are small because the latest one is painted whole with each word.
 */
const groupSize = 6;

/** Consecutive blocks, from `from` up to but not including `to`. */
export interface Segment {
  readonly from: number;
  readonly to: number;
  /** Whether they are pieces of one paragraph or list, not blocks of their own. */
  readonly pieces: boolean;
}

/** Divides blocks into groups. Pieces of one paragraph or list stay together, however many there are. */
export const segmentsOf = (continues: readonly boolean[], total: number): readonly Segment[] => {
  const segments: Segment[] = [];
  let from = 0;
  const group = (to: number) => {
    if (to > from) segments.push({ from, to, pieces: false });
    from = to;
  };
  for (let at = 0; at < total;) {
    const start = at;
    while (at + 1 < total && continues[at]) at += 1;
    at += 1;
    if (at - start > 1) {
      group(start);
      segments.push({ from: start, to: at, pieces: true });
      from = at;
    } else if (at - from === groupSize) group(at);
  }
  group(total);
  return segments;
};
