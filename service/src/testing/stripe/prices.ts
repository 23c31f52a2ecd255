import type { Item } from './records.ts';
import { missing } from './route.ts';

type PriceData = NonNullable<Item['price_data']>;

/** Prices that a dashboard would hold, by the ids that tests configure. */
export const prices: Readonly<Record<string, PriceData>> = Object.fromEntries(
  (
    [
      ['usd', 1000, 9600],
      ['zar', 18_000, 172_800],
    ] as const
  ).flatMap(([currency, month, year]) => [
    [`price_${currency}month`, { currency, unit_amount: month, recurring: { interval: 'month' } }],
    [`price_${currency}year`, { currency, unit_amount: year, recurring: { interval: 'year' } }],
  ]),
);

/** The price of an item: its own data, or the one that it names; undefined if it has none. */
export const priceOf = (item: Partial<Item> | undefined): PriceData | undefined =>
  item?.price === undefined ? item?.price_data : prices[item.price];

/** The same for an item that must have a price. Throws if it has none. */
export const requirePrice = (item: Partial<Item> | undefined): PriceData => {
  const price = priceOf(item);
  if (!price) throw missing('price', String(item?.price));
  return price;
};
