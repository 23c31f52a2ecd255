import { describe, expect, test } from 'vitest';
import { joined, relativeTime } from './times.ts';

const now = Date.parse('2026-11-21T12:00:00.000Z');

describe('relative times', () => {
  test.each([
    ['2026-11-21T11:59:31.000Z', 'just now'],
    ['2026-11-21T12:00:30.000Z', 'just now'],
    ['2026-11-21T11:58:59.000Z', '1 minute ago'],
    ['2026-11-21T11:00:01.000Z', '59 minutes ago'],
    ['2026-11-21T11:00:00.000Z', '1 hour ago'],
    ['2026-11-20T12:00:01.000Z', '23 hours ago'],
    ['2026-11-20T12:00:00.000Z', 'yesterday'],
    ['2026-11-15T12:00:00.000Z', '6 days ago'],
    ['2026-11-14T12:00:00.000Z', 'last week'],
    ['2026-10-31T12:00:00.000Z', '3 weeks ago'],
    ['2026-08-21T12:00:00.000Z', '3 months ago'],
    ['2025-11-21T12:00:00.000Z', 'last year'],
  ])('of %s are "%s"', (instant, words) => {
    expect(relativeTime(instant, now)).toBe(words);
  });
});

test('a missing part leaves no separator', () => {
  expect(joined('Here', 'now')).toBe('Here\u00A0· now');
  expect(joined(undefined, 'now')).toBe('now');
});
