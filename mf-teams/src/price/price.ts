import { planFor } from '@atrium/shared-kernel/contracts/constants';

export type Interval = 'month' | 'year';

export interface Price {
  /** One seat for one interval, as `$10`. */
  readonly perSeat: string;
  /** One seat for a month of this interval, as `$8`. */
  readonly perMonth: string;
  /** All seats for one interval. */
  readonly total: string;
}

const format = new Intl.NumberFormat('en-US', { useGrouping: 'min2', maximumFractionDigits: 2 });
const whole = new Intl.NumberFormat('en-US', { useGrouping: 'min2', minimumFractionDigits: 2 });

/** Minor units as money: `R1728`, `$14.40`, `$19,200`. */
const money = (symbol: string, minor: number): string =>
  `${symbol}${(minor % 100 === 0 ? format : whole).format(minor / 100)}`;

/** What seats cost by country (A9.09 to A9.12): South Africa has its own price, any other or unknown place the US one. */
export const priceOf = (countryCode: string | undefined, interval: Interval, seats: number): Price => {
  const { symbol, monthly, yearly } = planFor(countryCode);
  const seat = interval === 'month' ? monthly : yearly;
  return {
    perSeat: money(symbol, seat),
    perMonth: money(symbol, interval === 'month' ? seat : seat / 12),
    total: money(symbol, seat * seats),
  };
};

/** Per cent that twelve months cost less by the year than by the month (A9.10). */
export const yearlySaving = (countryCode: string | undefined): number => {
  const { monthly, yearly } = planFor(countryCode);
  return Math.round((1 - yearly / (monthly * 12)) * 100);
};
