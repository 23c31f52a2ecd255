import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { retryUntilLoaded } from './retry-until-loaded.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('code that does not load is requested again, less and less often, until it loads', async () => {
  let there = false;
  const load = vi.fn<() => Promise<string>>(() => (there ? Promise.resolve('tabs') : Promise.reject(new Error('404'))));
  const came = vi.fn<(what: string) => void>();
  void retryUntilLoaded(load).then(came);
  const loadsAfter = async (ms: number) => {
    await vi.advanceTimersByTimeAsync(ms);
    return load.mock.calls.length;
  };
  expect([await loadsAfter(0), await loadsAfter(400), await loadsAfter(799), await loadsAfter(1)]).toEqual([
    1, 2, 2, 3,
  ]);
  expect([await loadsAfter(1600), await loadsAfter(3200), await loadsAfter(6400), await loadsAfter(10_000)]).toEqual([
    4, 5, 6, 7,
  ]);
  there = true;
  expect([await loadsAfter(9999), came.mock.calls.length]).toEqual([7, 0]);
  await vi.advanceTimersByTimeAsync(1);
  expect(came).toHaveBeenCalledExactlyOnceWith('tabs');
  expect(await loadsAfter(60_000)).toBe(8);
});
