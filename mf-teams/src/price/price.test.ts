import { describe, expect, test } from 'vitest';
import { priceOf, yearlySaving } from './price.ts';

describe('the price of seats', () => {
  test.each([
    ['ZA', 'month', 2, { perSeat: 'R180', perMonth: 'R180', total: 'R360' }],
    ['ZA', 'year', 2, { perSeat: 'R1728', perMonth: 'R144', total: 'R3456' }],
    ['US', 'month', 3, { perSeat: '$10', perMonth: '$10', total: '$30' }],
    ['DE', 'year', 200, { perSeat: '$96', perMonth: '$8', total: '$19,200' }],
    [undefined, 'month', 2, { perSeat: '$10', perMonth: '$10', total: '$20' }],
  ] as const)('in %s by the %s for %i seats', (country, interval, seats, price) => {
    expect(priceOf(country, interval, seats)).toEqual(price);
  });

  test.each(['ZA', 'US'])('saves a fifth by the year in %s', (country) => {
    expect(yearlySaving(country)).toBe(20);
  });
});
