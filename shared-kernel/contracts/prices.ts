import { planFor, plans } from './constants.ts';
import { money } from './money.ts';

export type Interval = 'month' | 'year';

export interface Price {
  /** One seat for one interval, such as `$10.00`. */
  readonly perSeat: string;
  /** One seat for a month of this interval, such as `$8.00`. */
  readonly perMonth: string;
  /** All seats for one interval. */
  readonly total: string;
}

/**
 * The price of seats by country (A9.09 to A9.12): South Africa has its own, all other and unknown countries the US one.
 */
export const priceOf = (countryCode: string | undefined, interval: Interval, seats: number): Price => {
  const { currency, monthly, yearly } = planFor(countryCode);
  const seat = interval === 'month' ? monthly : yearly;
  return {
    perSeat: money(seat, currency),
    perMonth: money(interval === 'month' ? seat : seat / 12, currency),
    total: money(seat * seats, currency),
  };
};

/** How many percent twelve months cost less when paid yearly instead of monthly (A9.10). */
export const yearlySaving = (countryCode: string | undefined): number => {
  const { monthly, yearly } = planFor(countryCode);
  return Math.round((1 - yearly / (monthly * 12)) * 100);
};

/**
 * The price of one seat in a currency, in its minor units. Undefined for a currency that is not sold: the number of
 * another currency would be another price.
 */
export const unitAmountIn = (currency: string, interval: Interval): number | undefined => {
  const plan = Object.values(plans).find((one) => one.currency === currency);
  return interval === 'year' ? plan?.yearly : plan?.monthly;
};
