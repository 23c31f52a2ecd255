import { expect, it } from 'vitest';
import { keptOpen } from './opened.ts';

const million = (count: number) => ({ size: count * 1_000_000 });
const kept = keptOpen<{ readonly size: number }>('test', ({ size }) => size);
const other = keptOpen<string>('other test', ({ length }) => length);

it('keeps what was used last within its bound, and kinds apart', () => {
  other.put('a', 'text');
  for (let at = 0; at < 10; at += 1) {
    kept.put(`${at}`, million(8));
    // It is used again and again, so it stays.
    expect(kept.get('0')).toEqual(million(8));
  }
  expect(kept.get('1')).toBeUndefined();
  expect(kept.get('9')).toEqual(million(8));
  expect(Array.from({ length: 10 }, (_, at) => kept.get(`${at}`)).filter(Boolean)).toHaveLength(8);
  expect([other.get('a'), kept.get('a')]).toEqual([undefined, undefined]);
});

it('keeps nothing that would leave no room for others, and the newer of two', () => {
  kept.put('large', million(17));
  expect(kept.get('large')).toBeUndefined();
  kept.put('twice', million(1));
  kept.put('twice', million(2));
  expect(kept.get('twice')).toEqual(million(2));
});
