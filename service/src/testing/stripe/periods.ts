/** Seconds. */
export const day = 24 * 60 * 60;

/** The anchor's day in the next month or year, or the last day of that month. Times are in seconds. */
export const next = (from: number, interval: 'month' | 'year', anchor: number): number => {
  const date = new Date(from * 1000);
  const wanted = new Date(anchor * 1000).getUTCDate();
  const months = date.getUTCFullYear() * 12 + date.getUTCMonth() + (interval === 'year' ? 12 : 1);
  const last = new Date(Date.UTC(Math.floor(months / 12), (months % 12) + 1, 0)).getUTCDate();
  const time = (from % day) * 1000;
  return (Date.UTC(Math.floor(months / 12), months % 12, Math.min(wanted, last)) + time) / 1000;
};

/** The part of `amount` for the remaining period, to the nearest unit. */
export const part = (
  amount: number,
  { start, end }: { readonly start: number; readonly end: number },
  at: number,
): number => {
  const remaining = BigInt(Math.min(Math.max(end - at, 0), end - start));
  const whole = BigInt(end - start);
  return Number((BigInt(amount) * remaining * 2n + whole) / (whole * 2n));
};
