import { afterEach, expect, it, vi } from 'vitest';
import type { Db } from '../../db/database.ts';
import { rarest, type TrigramSample, trigramSample } from './trigram-sample.ts';

afterEach(() => void vi.useRealTimers());

/** The numbers of those of a hundred messages that are divisible by `step`. */
const every = (step: number): string => Array.from({ length: 100 / step }, (_, at) => (at + 1) * step).join(' ');
const sample: TrigramSample = {
  size: 100,
  having: new Map([
    ['all', every(1)],
    ['two', every(2)],
    ['ten', every(10)],
    ['hun', every(50)],
  ]),
};

it('the rarest trigrams of a term are queried, and none that excludes hardly anything more', () => {
  expect(rarest(['all', 'two', 'ten'], sample)).toEqual({ trigrams: ['ten'], share: 0.1 });
  expect(rarest(['all', 'ten', 'hun'], sample)).toEqual({ trigrams: ['hun'], share: 0.02 });
  const apart = { size: 100, having: new Map([...sample.having, ['odd', every(3)]]) };
  expect(rarest(['all', 'two', 'odd'], apart)).toEqual({ trigrams: ['odd', 'two'], share: 0.16 });
  expect(rarest(['all'], sample)).toEqual({ trigrams: ['all'], share: 1 });
});

it('four trigrams are queried if no message of the sample has them, all of them without a sample', () => {
  const unknown = ['qua', 'uag', 'agg', 'gga'];
  expect(rarest(['all', ...unknown, 'two'], sample)).toEqual({ trigrams: unknown, share: 0 });
  expect(rarest(['all', 'two'], { size: 0, having: new Map() })).toEqual({ trigrams: ['all', 'two'], share: 1 });
});

it('a sample is refreshed after ten minutes, and nobody waits for that', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  let size = 1;
  const execute = vi.fn(async () => ({ rows: [{ size: size++, trigram: 'tea', having: '1' }] }));
  const db = { execute } as unknown as Db;
  const sizeNow = async () => (await trigramSample(db)).size;
  expect([await sizeNow(), await sizeNow()]).toEqual([1, 1]);
  vi.setSystemTime(Date.now() + 10 * 60_000 - 1);
  expect(await sizeNow()).toBe(1);
  vi.setSystemTime(Date.now() + 1);
  expect([await sizeNow(), await sizeNow()]).toEqual([1, 2]);
  execute.mockRejectedValueOnce(new Error('gone'));
  vi.setSystemTime(Date.now() + 10 * 60_000);
  expect(await sizeNow()).toBe(2);
  expect(await sizeNow()).toBe(3);
});
