import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { retryUntilLoaded } from './federation-loader.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('what does not come is asked for again, less and less often, until it is there', async () => {
  let there = false;
  const ask = vi.fn<() => Promise<string>>(() => (there ? Promise.resolve('tabs') : Promise.reject(new Error('404'))));
  const came = vi.fn<(what: string) => void>();
  void retryUntilLoaded(ask).then(came);
  const asked = async (ms: number) => {
    await vi.advanceTimersByTimeAsync(ms);
    return ask.mock.calls.length;
  };
  expect([await asked(0), await asked(400), await asked(799), await asked(1)]).toEqual([1, 2, 2, 3]);
  expect([await asked(1600), await asked(3200), await asked(6400), await asked(10_000)]).toEqual([4, 5, 6, 7]);
  there = true;
  expect([await asked(9999), came.mock.calls.length]).toEqual([7, 0]);
  await vi.advanceTimersByTimeAsync(1);
  expect(came).toHaveBeenCalledExactlyOnceWith('tabs');
  expect(await asked(60_000)).toBe(8);
});
