import { expect, test } from 'vitest';
import { decimal, wholeNumber } from './decimal.ts';

test.each([
  ['0', 0],
  ['12', 12],
  ['007', 7],
  ['-4', -4],
  ['2.9', 2.9],
  ['2.', 2],
  ['.5', 0.5],
  ['9'.repeat(400), Number.POSITIVE_INFINITY],
])('%s is a number in decimal digits', (typed, number) => {
  expect(decimal(typed)).toBe(number);
});

/** `Number` accepts all of these. */
const accepted = ['0x10', '0b11', '0o7', '1e1', '1E+2', '+5', ' 5 ', '5\n', '', ' ', 'Infinity', '-Infinity'];
const words = ['x', '5x', '1,5', '1.2.3', '--4', '-', '.', '٥', '1_000'];

test.each([...accepted, ...words])('%j is none', (typed) => {
  expect([decimal(typed), wholeNumber(typed)]).toEqual([undefined, undefined]);
});

test('a whole number has neither sign nor decimals', () => {
  const typed = ['0', '5', '100', '-4', '2.9', '2.'];
  expect(typed.map(wholeNumber)).toEqual([0, 5, 100, undefined, undefined, undefined]);
});
