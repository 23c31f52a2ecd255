import { describe, expect, test } from 'vitest';
import { allDays, dayInWords, shortNumber, topOf, totalOf } from './days.ts';

const used = { day: '2026-03-01', messages: 3, tokens: 1200, images: 0, research: 1 };

describe('the days of a usage period', () => {
  test('include every day from first to last, across the end of a month', () => {
    const days = allDays({ from: '2026-02-27', to: '2026-03-02', days: [used] });
    expect(days.map(({ day, messages }) => [day, messages])).toEqual([
      ['2026-02-27', 0],
      ['2026-02-28', 0],
      ['2026-03-01', 3],
      ['2026-03-02', 0],
    ]);
    expect([totalOf(days, 'tokens'), totalOf(days, 'research')]).toEqual([1200, 1]);
  });

  test.each([
    [0, 1],
    [1, 1],
    [3, 5],
    [10, 10],
    [11, 20],
    [51, 100],
    [4300, 5000],
  ])('of at most %i have a scale up to %i', (most, top) => {
    expect(topOf(most)).toBe(top);
  });

  test('have short labels', () => {
    expect([dayInWords('2026-11-21'), shortNumber(12_345), shortNumber(7)]).toEqual(['Nov 21', '12.3K', '7']);
  });
});
