import { expect, test } from 'vitest';
import { bucketOf, bucketsOfTenth, valueOf } from './vitals.ts';

test('two buckets are ten percent, even at each of their edges', () => {
  for (let bucket = 1; bucket < 225; bucket += 1) {
    const edge = 1.1 ** (bucket / bucketsOfTenth);
    expect(bucketOf('inp', edge), String(edge)).toBe(bucket);
    expect(bucketOf('inp', edge * 1.1)).toBe(bucket + bucketsOfTenth);
    expect(bucketOf('inp', edge * 0.999)).toBe(bucket - 1);
    expect(bucketOf('inp', valueOf('inp', bucket))).toBe(bucket);
  }
});

test('values out of range are in the first or the last bucket', () => {
  expect([0, 0.5, 1, 60_000, 600_000, Infinity].map((ms) => bucketOf('lcp', ms))).toEqual([0, 0, 0, 230, 231, 231]);
  expect(valueOf('lcp', 0)).toBe(0);
});

test('layout shifts are distinguished from the smallest on', () => {
  expect(bucketOf('cls', 0)).toBe(0);
  expect(bucketOf('cls', 0.0002)).toBeGreaterThan(0);
  expect(valueOf('cls', bucketOf('cls', 0.1))).toBeCloseTo(0.1, 2);
});
