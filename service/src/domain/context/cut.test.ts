import { expect, it } from 'vitest';
import { cutMiddle } from './cut.ts';
import { tokensOf } from './tokens.ts';

const long = (words: number) => Array.from({ length: words }, (_, index) => `word${index}`).join(' ');

it('leaves a text as it is that fits', () => {
  expect(cutMiddle('A short text.', 100)).toBe('A short text.');
  expect(cutMiddle(long(5000), Number.POSITIVE_INFINITY)).toBe(long(5000));
});

it.each([
  ['words', long(20_000)],
  ['one line without a space', '河'.repeat(50_000)],
  ['pairs', '😀'.repeat(50_000)],
  ['spaces', `begin${' '.repeat(300_000)}end`],
  ['code', `first();\n${'const a = { b: [1, 2, 3] };\n'.repeat(5000)}last();`],
])('keeps the beginning and the end of a long text, and says what is missing: %s', (_name, text) => {
  for (const tokens of [100, 1000, 24_000]) {
    const cut = cutMiddle(text, tokens);
    expect(tokensOf(cut)).toBeLessThanOrEqual(tokens);
    expect(tokensOf(cut)).toBeGreaterThan(tokens * 0.6 - 60);
    expect(cut.isWellFormed()).toBe(true);
    const [head = '', missing = '', tail = ''] = cut.split(
      /\n\n\[… The middle of this text, (\d+) characters, is left out.*…\]\n\n/,
    );
    expect(text.startsWith(head)).toBe(true);
    expect(text.endsWith(tail)).toBe(true);
    expect(head.length + Number(missing) + tail.length).toBe(text.length);
    expect(Math.min(head.length, tail.length)).toBeGreaterThan(0);
  }
});

it('ends and begins with whole words', () => {
  expect(cutMiddle(long(5000), 500)).toMatch(/^word0 word1 .*word\d+\n\n\[….*…\]\n\nword\d+ .* word4999$/);
});
