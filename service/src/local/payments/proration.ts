interface Period {
  readonly start: Date;
  readonly end: Date;
}

const seconds = (date: Date): bigint => BigInt(Math.floor(date.getTime() / 1000));
const half = 2n;

/** `amount * part / whole`, rounded to the nearest minor unit, halves away from zero; exact for every amount. */
const share = (amount: number, part: bigint, whole: bigint): number =>
  Number((BigInt(amount) * part * half + whole) / (whole * half));

export interface Proration {
  /** What the time that is left costs with the seats of before; it is given back. */
  readonly unused: number;
  /** What it costs with the new seats. */
  readonly remaining: number;
  readonly total: number;
}

/** The price of other seats from `at` to the end of a period that is paid, by the second. In minor units. */
export const prorate = (
  { start, end }: Period,
  unitAmount: number,
  { from, to, at }: { readonly from: number; readonly to: number; readonly at: Date },
): Proration => {
  const whole = seconds(end) - seconds(start);
  const left = seconds(end) - seconds(at);
  const part = left < 0n ? 0n : left > whole ? whole : left;
  const unused = share(unitAmount * from, part, whole);
  const remaining = share(unitAmount * to, part, whole);
  return { unused, remaining, total: remaining - unused };
};

/** What is charged of `total` when `credit` is owed, and what is owed after it. */
export const charge = (total: number, credit: number): { readonly due: number; readonly credit: number } => {
  if (total <= 0) return { due: 0, credit: credit - total };
  const used = Math.min(total, credit);
  return { due: total - used, credit: credit - used };
};
