import { expect, it } from 'vitest';
import { kindOf } from './estimate.ts';
import { estimateOf, kindOfText } from './cached-estimates.ts';
import { tokensOf } from './tokens.ts';

const texts = ['short', 'Bees and flowers. '.repeat(40), 'const a = [1, 2];\n'.repeat(40), '蜂蜜和花。'.repeat(60)];

it('returns the same as the estimate for each text, the first time and later', () => {
  for (const text of [...texts, ...texts]) {
    expect(estimateOf(text)).toBe(tokensOf(text));
    expect(kindOfText(text)).toBe(kindOf(text));
  }
});

it('does not remember a count that stopped before the end', () => {
  const text = 'It goes on and on. '.repeat(100);
  expect(estimateOf(text, 20)).toBeLessThan(40);
  expect(estimateOf(text)).toBe(tokensOf(text));
});
