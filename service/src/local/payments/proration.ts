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
  /** The price of the remaining time for the previous seats, which is returned. */
  readonly unused: number;
  /** The price of the remaining time for the new seats. */
  readonly remaining: number;
  readonly total: number;
}

/** The price of a change of seats from `at` to the end of a paid period, to the second, in minor units. */
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

/** Uses `credit` for `total`. Returns the amount to charge and the remaining credit, in minor units. */
export const charge = (total: number, credit: number): { readonly due: number; readonly credit: number } => {
  if (total <= 0) return { due: 0, credit: credit - total };
  const used = Math.min(total, credit);
  return { due: total - used, credit: credit - used };
};
