import { expect, test, vi } from 'vitest';
import { tryAgain } from '../remote/try-again.ts';
import { watchTimers } from './timers.ts';

const broken = () => Promise.reject(new Error('broken'));

test('a timer of the product that is still due is cleared, and the line that began it is named', async () => {
  const timers = watchTimers();
  const work = vi.fn(broken);
  void tryAgain(work, () => true);
  await vi.waitFor(() => expect(work).toHaveBeenCalledTimes(1));
  expect(timers.end()).toEqual([expect.stringMatching(/\/shared-kernel\/remote\/try-again\.ts:\d+:\d+$/)]);
});

test('one that ran or was cleared is not, and neither is one of a test', async () => {
  const timers = watchTimers();
  await expect(tryAgain(vi.fn(broken).mockRejectedValueOnce(new Error('first')), () => false)).rejects.toThrow('first');
  setTimeout(() => undefined, 600_000);
  expect(timers.end()).toEqual([]);
});
