import { expect, test, vi } from 'vitest';
import { createOwnDeletions } from './own-deletions.ts';

test('the end of a chat is expected from its deletion until a moment after the answer', async () => {
  let time = 0;
  const { has, during } = createOwnDeletions(() => time);
  const answer = Promise.withResolvers<string>();
  const deleted = during(['a', 'b'], () => answer.promise);
  expect(['a', 'b', 'c'].map(has)).toEqual([true, true, false]);
  time = 60_000;
  expect(has('a')).toBe(true);
  answer.resolve('done');
  expect(await deleted).toBe('done');
  time += 4999;
  expect(has('b')).toBe(true);
  time += 1;
  expect(has('b')).toBe(false);
});

test('a deletion that fails is not expected any longer, and reported after its caller knows', async () => {
  const { has, during, failed$ } = createOwnDeletions();
  const seen: unknown[] = [];
  failed$.subscribe((ids) => seen.push(ids));
  await expect(during(['a'], () => Promise.reject(new Error('refused')))).rejects.toThrow('refused');
  expect([has('a'), seen]).toEqual([false, []]);
  await vi.waitFor(() => expect(seen).toEqual([['a']]));
});
