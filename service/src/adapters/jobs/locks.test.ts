import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keepLocks } from './locks.ts';

const times = { renewal: 20, lifetime: 200 };
let down = false;
let released = 0;
let warnings: string[] = [];
let end: () => Promise<void>;
beforeEach(() => {
  vi.useFakeTimers();
  [down, released, warnings] = [false, 0, []];
  const query = async (text: string) => {
    if (down) throw new Error('The database is away.');
    if (!text.includes('locked_at = null')) return { rowCount: 1 };
    released += 1;
    return { rowCount: released };
  };
  end = keepLocks(query, 'renews-me', { warn: (_details, message) => void warnings.push(message) }, times);
});
afterEach(async () => {
  await end();
  vi.useRealTimers();
});

it('releases the locks of others only once it has renewed its own for as long as a lock lasts', async () => {
  await vi.advanceTimersByTimeAsync(times.lifetime);
  expect(released).toBe(0);
  await vi.advanceTimersByTimeAsync(times.lifetime);
  expect(released).toBeGreaterThan(0);
  expect(warnings.at(-1)).toContain('the instance that ran them is gone');
});

it('releases none soon after an outage, in which others could not renew theirs either', async () => {
  await vi.advanceTimersByTimeAsync(times.lifetime);
  down = true;
  await vi.advanceTimersByTimeAsync(times.lifetime);
  expect(warnings.at(-1)).toContain('could not be renewed');
  down = false;
  await vi.advanceTimersByTimeAsync(times.lifetime);
  expect(released).toBe(0);
  await vi.advanceTimersByTimeAsync(times.lifetime);
  expect(released).toBeGreaterThan(0);
});

it('goes on through a single failure', async () => {
  await vi.advanceTimersByTimeAsync(times.lifetime / 2);
  down = true;
  await vi.advanceTimersByTimeAsync(times.renewal);
  down = false;
  await vi.advanceTimersByTimeAsync(times.lifetime);
  expect(released).toBeGreaterThan(0);
});
