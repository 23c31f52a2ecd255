import { expect, test } from 'vitest';
import { isClosingSwipe } from './swipe.ts';

const from = { x: 200, y: 300, at: 1000 };

test.each([
  ['30 px to the left', { x: 170, y: 300, at: 1200 }, true],
  ['29 px to the left', { x: 171, y: 300, at: 1200 }, false],
  ['to the right', { x: 260, y: 300, at: 1200 }, false],
  ['150 px down', { x: 100, y: 450, at: 1200 }, true],
  ['150 px up', { x: 100, y: 150, at: 1200 }, true],
  ['151 px down', { x: 100, y: 451, at: 1200 }, false],
  ['within the time limit', { x: 100, y: 300, at: 1500 }, true],
  ['slower than the time limit', { x: 100, y: 300, at: 1501 }, false],
])('a swipe %s: closes is %3$s', (_, to, closes) => {
  expect(isClosingSwipe(from, to)).toBe(closes);
});
