import { expect, test } from 'vitest';
import { isStable, missOf, type Summary, summarize } from './summary.ts';

const upTo = (count: number) => Array.from({ length: count }, (_, at) => at + 1);
const summary = (given: Partial<Summary>): Summary => ({
  rounds: 10,
  median: 80,
  p95: 90,
  spread: 10,
  interval: [80, 80],
  ...given,
});

test('a summary gives the median, the 95th percentile and half the interquartile range of the rounds', () => {
  expect(summarize([5, 1, 4, 2, 3])).toMatchObject({ rounds: 5, median: 3, p95: 4.8, spread: 1 });
  expect(summarize(upTo(101).toReversed())).toMatchObject({ rounds: 101, median: 51, p95: 96, spread: 25 });
});

test('a summary leaves the rounds as they are', () => {
  const rounds = [3, 1, 2];
  summarize(rounds);
  expect(rounds).toEqual([3, 1, 2]);
});

// The ranks come from tables of the two-sided sign test at 5 %.
test.each([
  [6, 1, 6],
  [8, 1, 8],
  [9, 2, 8],
  [12, 3, 10],
  [20, 6, 15],
  [50, 18, 33],
])('of %i rounds the median of the population lies between the values of ranks %i and %i', (count, low, high) => {
  expect(summarize(upTo(count)).interval).toEqual([low, high]);
});

test('fewer than six rounds give no interval of the median', () => {
  expect(summarize(upTo(5)).interval).toEqual([-Infinity, Infinity]);
  expect(isStable(summarize([7, 7, 7, 7, 7]), 1000)).toBe(false);
  expect(isStable(summarize([7, 7, 7, 7, 7, 7]), 1000)).toBe(true);
});

test.each([
  [[75, 85], true],
  [[74.9, 85], false],
  [[75, 85.1], false],
] as const)('a median of 80 within %j is known to 5 % of a limit of 100: %s', (interval, stable) => {
  expect(isStable(summary({ interval, spread: 10 }), 100)).toBe(stable);
});

test.each([
  [{ median: 40, interval: [10, 80], spread: 10 }, true],
  [{ median: 40, interval: [10, 80.1], spread: 10 }, false],
  [{ median: 40, interval: [10, 80], spread: 10.1 }, false],
  [{ median: 150, interval: [100.1, 190], spread: 10 }, true],
  [{ median: 150, interval: [100, 190], spread: 10 }, false],
] as const)(
  'a median whose interval is on one side of what a limit of 100 allows is stable: %j, %s',
  (given, stable) => {
    expect(isStable(summary(given), 100)).toBe(stable);
  },
);

test.each([
  ['the limit is twice the spread away', { median: 80, spread: 10 }, undefined],
  ['the limit is nearer than twice the spread', { median: 80, spread: 10.01 }, 'margin'],
  ['the median is the limit and nothing spreads', { median: 100, spread: 0, interval: [100, 100] }, undefined],
  ['the median is above the limit', { median: 100.01, spread: 0, interval: [100.01, 100.01] }, 'limit'],
  ['the median is not stable', { median: 90, spread: 0, interval: [84, 101] }, 'stable'],
  ['the median is above the limit and not stable', { median: 101, spread: 0, interval: [50, 200] }, 'stable'],
  ['the whole interval is above the limit', { median: 150, spread: 0, interval: [101, 200] }, 'limit'],
] as const)('where %s', (_, given, miss) => {
  expect(missOf(summary({ interval: [given.median, given.median], ...given }), 100)).toBe(miss);
});
