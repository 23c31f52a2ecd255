/** Rows from `from` to before `to`. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** The positions of rows with measured or estimated heights, one below the other with `gap` pixels between them. */
export interface Heights {
  /** Pixels from the top of the list to the top of row `index`. For the index after the last row, the list's height. */
  readonly top: (index: number) => number;
  /** The rows between two heights of the list, at least one if there are any. */
  readonly between: (top: number, bottom: number) => Range;
  /** The pixels that the rows from `from` to before `to` take with their gaps. */
  readonly of: (range: Range) => number;
}

export const heightsOf = (rows: readonly number[], gap: number): Heights => {
  const tops = [0];
  let end = 0;
  for (const height of rows) tops.push((end += height + gap));
  /** The first row whose end is below `y`. */
  const rowAt = (y: number) => {
    let low = 0;
    let high = Math.max(0, rows.length - 1);
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      if ((tops[middle + 1] ?? 0) > y) high = middle;
      else low = middle + 1;
    }
    return low;
  };
  const top = (index: number) => tops[Math.min(index, rows.length)] ?? 0;
  return {
    top,
    of: ({ from, to }) => top(to) - top(from),
    between: (from, to) => ({ from: rowAt(from), to: Math.min(rows.length, rowAt(to) + 1) }),
  };
};
