import { expect, it } from 'vitest';
import { createCache } from './cache.ts';

const million = (count: number) => ({ size: count * 1_000_000 });
const cache = createCache<{ readonly size: number }>('test', ({ size }) => size);
const other = createCache<string>('other test', ({ length }) => length);

it('keeps the most recently used entries within its limit, and kinds apart', () => {
  other.put('a', 'text');
  for (let at = 0; at < 10; at += 1) {
    cache.put(`${at}`, million(8));
    // It is used again and again, so it stays.
    expect(cache.get('0')).toEqual(million(8));
  }
  expect(cache.get('1')).toBeUndefined();
  expect(cache.get('9')).toEqual(million(8));
  expect(Array.from({ length: 10 }, (_, at) => cache.get(`${at}`)).filter(Boolean)).toHaveLength(8);
  expect([other.get('a'), cache.get('a')]).toEqual([undefined, undefined]);
});

it('stores nothing that would leave no room for others, and the newer of two', () => {
  cache.put('large', million(17));
  expect(cache.get('large')).toBeUndefined();
  cache.put('twice', million(1));
  cache.put('twice', million(2));
  expect(cache.get('twice')).toEqual(million(2));
});
