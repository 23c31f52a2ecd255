import { expect, it } from 'vitest';
import { day, daysInUtc } from './day.ts';

it('a day is that of UTC in any time zone of the machine, and the text beside it says so', () => {
  expect(day(new Date('2026-03-01T00:00:00.000Z'))).toBe('March 1, 2026');
  expect(day(new Date('2026-03-01T23:59:59.999Z'))).toBe('March 1, 2026');
  expect(daysInUtc).toBe('Dates are in UTC.');
});
