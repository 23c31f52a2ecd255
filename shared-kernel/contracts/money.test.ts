import { expect, test } from 'vitest';
import { money } from './money.ts';

test.each([
  [1234, 'usd', 'US', '$12.34'],
  [0, 'usd', undefined, '$0.00'],
  [18_000, 'zar', 'US', 'R180.00'],
  [18_000, 'ZAR', undefined, 'R180.00'],
  [500, 'usd', 'ZA', 'R5.00'],
  [-250, 'usd', 'US', '-$2.50'],
  [11_471_770, 'usd', 'US', '$114,717.70'],
])('%i minor units of %s seen in %s are %s', (amount, currency, country, shown) => {
  expect(money(amount, currency, country)).toBe(shown);
});
