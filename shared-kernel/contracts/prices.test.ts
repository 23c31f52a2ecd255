import { describe, expect, test } from 'vitest';
import { priceOf, unitAmountIn, yearlySaving } from './prices.ts';

describe('the price of seats', () => {
  test.each([
    ['ZA', 'month', 2, { perSeat: 'R180.00', perMonth: 'R180.00', total: 'R360.00' }],
    ['ZA', 'year', 2, { perSeat: 'R1,728.00', perMonth: 'R144.00', total: 'R3,456.00' }],
    ['US', 'month', 3, { perSeat: '$10.00', perMonth: '$10.00', total: '$30.00' }],
    ['DE', 'year', 200, { perSeat: '$96.00', perMonth: '$8.00', total: '$19,200.00' }],
    [undefined, 'month', 2, { perSeat: '$10.00', perMonth: '$10.00', total: '$20.00' }],
  ] as const)('in %s by the %s for %i seats', (country, interval, seats, price) => {
    expect(priceOf(country, interval, seats)).toEqual(price);
  });

  test.each(['ZA', 'US'])('saves a fifth by the year in %s', (country) => {
    expect(yearlySaving(country)).toBe(20);
  });

  test('is that of its own currency, and undefined if that is not sold', () => {
    const prices = (currency: string) => [unitAmountIn(currency, 'month'), unitAmountIn(currency, 'year')];
    expect([prices('zar'), prices('usd')]).toEqual([
      [18_000, 172_800],
      [1000, 9600],
    ]);
    expect(prices('eur')).toEqual([undefined, undefined]);
  });
});
