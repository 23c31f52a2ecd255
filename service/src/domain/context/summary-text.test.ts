import { expect, it } from 'vitest';
import { tokensOfWord } from './summary-text.ts';
import { tokensOf } from './tokens.ts';

it.each([
  ['English', 'The landlord of the shop wants a deposit of four thousand euros. ', 1.2, 2.2],
  ['Chinese', '我们租的仓库在青石巷，押金是六千八百元。', 2.5, 5],
  ['Arabic', 'إيجار المحل في شارع النخيل ألف ومئتا دينار في الشهر. ', 4, 8],
  ['nothing', '', 1, 2],
])('knows how many tokens a word of %s takes', (_, text, least, most) => {
  const cost = tokensOfWord(text.repeat(100), tokensOf);
  expect(cost).toBeGreaterThan(least);
  expect(cost).toBeLessThan(most);
});
