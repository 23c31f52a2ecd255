import { expect, it } from 'vitest';
import { emptyPages } from './empty-pages.ts';

const textOf = (...pages: number[]) => pages.map((page) => `[Page ${page}]\nTea.\n\n`).join('');

it.each([
  [textOf(1, 2, 3), 3, false, undefined],
  [textOf(1, 2, 8), 8, false, '3–7'],
  [textOf(2), 2, false, '1'],
  [textOf(1, 4, 5), 7, false, '2–3, 6–7'],
  // A text that was cut says nothing about the pages after it.
  [textOf(1, 3), 90, true, '2'],
  [textOf(1, 2), 90, true, undefined],
  // A complete scan is reported differently.
  ['', 9, false, undefined],
  [textOf(2, 4, 6, 8, 10, 12, 14, 16, 18), 22, false, '1, 3, 5, 7, 9, 11, 13, 15 and 5 more'],
])('the pages of a PDF without text are named: %j of %i pages, cut: %s', (text, pages, cut, named) => {
  expect(emptyPages(text, pages, cut)).toBe(named);
});
