import { expect, test } from 'vitest';
import { heightsOf } from './heights.ts';

const heights = heightsOf([100, 50, 200], 10);

test('rows lie below one another with their gaps', () => {
  expect([0, 1, 2, 3].map((index) => heights.top(index))).toEqual([0, 110, 170, 380]);
  expect(heights.of({ from: 1, to: 3 })).toBe(270);
});

test.each([
  [0, 10, { from: 0, to: 1 }],
  [105, 115, { from: 0, to: 2 }],
  [110, 169, { from: 1, to: 2 }],
  [-900, 9000, { from: 0, to: 3 }],
  [9000, 9900, { from: 2, to: 3 }],
])('between %i and %i lie the rows that are seen there', (top, bottom, range) => {
  expect(heights.between(top, bottom)).toEqual(range);
});

test('a list without rows has none anywhere', () => {
  expect(heightsOf([], 10).between(0, 900)).toEqual({ from: 0, to: 0 });
});
