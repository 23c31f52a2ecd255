import { describe, expect, it } from 'vitest';
import { excerpt } from './excerpt.ts';

const page = (number: number, more = '') =>
  `[Page ${number}]\n${`Line of page ${number} about the weather. `.repeat(30)}${more}\n`;
const book = Array.from({ length: 100 }, (_, index) =>
  page(index + 1, index === 70 ? 'The treasure is buried below the old lighthouse.' : ''),
).join('\n');

describe('the excerpt of a text for a model', () => {
  it('is the whole text if it fits', () => {
    expect(excerpt(book, 'treasure', book.length)).toBe(book);
  });

  it('is the beginning, and the passages that fit the question, with their pages and marks for what is left out', () => {
    const text = excerpt(book, 'Where is the treasure buried?', 12_000);
    expect(text.length).toBeLessThanOrEqual(12_000);
    expect(text).toMatch(/^\[Page 1\]\nLine of page 1 /);
    expect(text).toMatch(/\[…\]\n\[Page \d+\]\n[^]*buried below the old lighthouse\./);
    const before = text.slice(0, text.indexOf('buried below'));
    expect(before.match(/\[Page \d+\]/g)?.at(-1)).toBe('[Page 71]');
    expect(text).toMatch(/\[…\]$/);
  });

  it('finds a word by its beginning, and rare words before common ones', () => {
    expect(excerpt(book, 'weather and treasures', 8000)).toContain('old lighthouse');
  });

  it('is only the beginning if nothing matches', () => {
    expect(excerpt(book, 'zebra', 5000)).toBe(book.slice(0, 5000));
    expect(excerpt(book, '', 5000)).toBe(book.slice(0, 5000));
  });

  it('stays within its limit, and fast, with one long line', () => {
    const line = `${'x'.repeat(1_000_000)} needle ${'y'.repeat(1_000_000)}`;
    const text = excerpt(line, 'needle', 20_000);
    expect(text).toContain('needle');
    expect(text.length).toBeLessThanOrEqual(20_000);
    expect(excerpt(line, 'needle', 10).length).toBeLessThanOrEqual(10);
  });
});
