interface Numbering {
  readonly start?: number;
  readonly style?: Readonly<Record<`--${string}`, number>>;
}

/** The attributes of a list with its first and last number. Its numbers stand in its padding, which needs their length. */
export const numbering = (first: number, last: number): Numbering => ({
  ...(first === 1 ? {} : { start: first }),
  ...(last < 10 ? {} : { style: { '--digits': String(last).length } }),
});

const numbers = /^(\d{1,9})[.)]\s/gm;

/** The last number of a list, of which this is the last piece. Only that is read, because the list may be very long. */
export const lastNumberIn = (piece: string): number => {
  const found = [...piece.matchAll(numbers)];
  return Number(found[0]?.[1] ?? 1) + Math.max(0, found.length - 1);
};
