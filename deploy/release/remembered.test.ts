import { expect, test } from 'vitest';
import type { TrustedKey } from './keys.ts';
import { remembered } from './remembered.ts';

const keys: readonly TrustedKey[] = [];

test('the same text with the same keys is read once, any other is read', () => {
  const seen: string[] = [];
  const read = remembered((text) => `${seen.push(text)}: ${text}`);
  expect(read('a', keys)).toBe('1: a');
  expect(read('a', keys)).toBe('1: a');
  expect(read('b', keys)).toBe('2: b');
  expect(read('a', keys)).toBe('3: a');
  expect(read('a', [])).toBe('4: a');
});

test('a text that was refused is refused again, and does not become the last result', () => {
  const read = remembered((text) => {
    if (text === 'forged') throw new Error('No trusted key signed it.');
    return text;
  });
  expect(read('right', keys)).toBe('right');
  for (let time = 0; time < 2; time += 1) expect(() => read('forged', keys)).toThrow('No trusted key');
  expect(read('right', keys)).toBe('right');
});
