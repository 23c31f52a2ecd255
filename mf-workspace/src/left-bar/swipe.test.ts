import { expect, test } from 'vitest';
import { isClosingSwipe } from './swipe.ts';

const from = { x: 200, y: 300, at: 1000 };

test.each([
  ['of 30 px to the left', { x: 170, y: 300, at: 1200 }],
  ['that also goes 150 px down', { x: 100, y: 450, at: 1200 }],
  ['that also goes 150 px up', { x: 100, y: 150, at: 1200 }],
  ['of 500 ms', { x: 100, y: 300, at: 1500 }],
])('a swipe %s closes the bar', (_, to) => {
  expect(isClosingSwipe(from, to)).toBe(true);
});

test.each([
  ['of 29 px', { x: 171, y: 300, at: 1200 }],
  ['to the right', { x: 260, y: 300, at: 1200 }],
  ['that goes 151 px down', { x: 100, y: 451, at: 1200 }],
  ['that goes 151 px up', { x: 100, y: 149, at: 1200 }],
  ['of 501 ms', { x: 100, y: 300, at: 1501 }],
])('a swipe %s does not close the bar', (_, to) => {
  expect(isClosingSwipe(from, to)).toBe(false);
});
