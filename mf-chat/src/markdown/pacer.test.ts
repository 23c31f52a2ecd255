import { expect, test } from 'vitest';
import { createPacer } from './pacer.ts';

const shownAfter = (commits: number, ms: number, length = 100_000): number[] => {
  const pacer = createPacer();
  return Array.from({ length: commits }, () => {
    const shown = pacer.allow(length);
    pacer.stood(shown, length, ms);
    return shown;
  });
};

test('what arrives at the speed of reading is shown at once', () => {
  const pacer = createPacer();
  for (let length = 40; length < 4000; length += 40) {
    expect(pacer.allow(length)).toBe(length);
    pacer.stood(length, length, 30);
  }
});

test('a burst comes in steps, longer ones where rendering is fast and shorter ones where it is slow', () => {
  const [first = 0] = shownAfter(1, 1);
  expect(first).toBeLessThan(1000);
  const fast = shownAfter(10, 1).at(-1) ?? 0;
  const slow = shownAfter(10, 40).at(-1) ?? 0;
  expect(fast).toBeGreaterThan(10 * first);
  expect(slow).toBeLessThan(5 * first);
  expect(slow).toBeGreaterThan(first);
});
