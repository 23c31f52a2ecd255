import { expect, test } from 'vitest';
import { fingerprint } from './fingerprint.ts';

test('the same texts have the same fingerprint, and others, fewer or in another order another', () => {
  const others = [[], [''], ['a'], ['b'], ['a', 'b'], ['b', 'a'], ['ab'], ['a', 'b', ''], ['潮'], ['😀']];
  const all = others.map((texts) => fingerprint(texts));
  expect(new Set(all).size).toBe(others.length - 1);
  expect(others.map((texts) => fingerprint([...texts]))).toEqual(all);
});

test('thousands of similar texts do not share one, and each is short', () => {
  const all = Array.from({ length: 20_000 }, (_, at) => fingerprint([`${at}`, 'revision']));
  expect(new Set(all).size).toBe(all.length);
  expect(Math.max(...all.map(({ length }) => length))).toBeLessThan(12);
});
