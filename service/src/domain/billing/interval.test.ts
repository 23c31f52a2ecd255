import { expect, it } from 'vitest';
import { addInterval } from './interval.ts';

const after = (start: string, interval: 'month' | 'year', day?: number) =>
  addInterval(new Date(start), interval, day).toISOString();

it.each([
  ['2026-03-15T10:20:30.400Z', 'month', '2026-04-15T10:20:30.400Z'],
  ['2026-12-15T10:20:30.400Z', 'month', '2027-01-15T10:20:30.400Z'],
  ['2026-03-15T10:20:30.400Z', 'year', '2027-03-15T10:20:30.400Z'],
  ['2026-12-31T23:59:59.999Z', 'year', '2027-12-31T23:59:59.999Z'],
] as const)('from %s, one %s later is the same day and time: %s', (start, interval, end) => {
  expect(after(start, interval)).toBe(end);
});

it.each([
  ['2026-01-31T10:00:00.000Z', 'month', '2026-02-28T10:00:00.000Z'],
  ['2028-01-31T10:00:00.000Z', 'month', '2028-02-29T10:00:00.000Z'],
  ['2026-03-31T10:00:00.000Z', 'month', '2026-04-30T10:00:00.000Z'],
  ['2028-02-29T10:00:00.000Z', 'year', '2029-02-28T10:00:00.000Z'],
] as const)('from %s, one %s ends earlier in a shorter month: %s', (start, interval, end) => {
  expect(after(start, interval)).toBe(end);
});

it('returns to the original day after a shorter month', () => {
  expect(after('2026-02-28T10:00:00.000Z', 'month', 31)).toBe('2026-03-31T10:00:00.000Z');
  expect(after('2029-02-28T10:00:00.000Z', 'month', 29)).toBe('2029-03-29T10:00:00.000Z');
});

it('does not change the start', () => {
  const start = new Date('2026-03-15T10:00:00.000Z');
  addInterval(start, 'year');
  expect(start.toISOString()).toBe('2026-03-15T10:00:00.000Z');
});
