import { expect, test } from 'vitest';
import { figure, line, timedFigure } from './figure.ts';

test('a value that is the same everywhere holds up to its limit', () => {
  expect(figure('bytes', 200, 'kB', 200).ok).toBe(true);
  expect(figure('bytes', 200.004, 'kB', 200)).toMatchObject({ value: 200, ok: false });
  expect(figure('bytes', 1_000_000, 'kB').ok).toBe(true);
});

test('a figure of many rounds reports its median, its spread and what was measured on this machine', () => {
  const summary = { rounds: 9, median: 31.234, p95: 40, spread: 2.5, interval: [30, 33] } as const;
  const held = timedFigure('keystroke', summary, 'ms', 50, '60 ms here');
  expect(held).toMatchObject({ value: 31.23, ok: true, summary });
  expect(line(held)).toMatch(/^ok .*keystroke +31\.23 ms {2}\(at most 50 ms\)\n/);
  expect(line(held)).toContain('9 rounds: median 30 to 33, p95 40, spread 2.5; 60 ms here');
});

test.each([
  ['limit', { median: 51, interval: [51, 51], spread: 0 }, 'The median is above the limit.'],
  ['stable', { median: 40, interval: [30, 51], spread: 0 }, 'The median is not stable'],
  ['margin', { median: 49, interval: [49, 49], spread: 1 }, 'nearer than twice the spread'],
] as const)('a figure that misses its limit by its %s is reported as missed', (miss, given, sentence) => {
  const missed = timedFigure('keystroke', { rounds: 9, p95: 60, ...given }, 'ms', 50, '');
  expect(missed).toMatchObject({ ok: false, miss });
  expect(line(missed)).toMatch(/^MISSED/);
  expect(line(missed)).toContain(sentence);
});
