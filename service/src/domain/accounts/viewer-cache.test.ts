import { afterEach, expect, it, vi } from 'vitest';
import { countKept } from '../../testing/collected.ts';
import type { Viewer } from './viewer.ts';
import { createViewerCache } from './viewer-cache.ts';

afterEach(() => {
  vi.useRealTimers();
});

it('keeps no user in memory for longer than they are valid', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] });
  const cache = createViewerCache(Date.now);
  const refs: WeakRef<object>[] = [];
  const read = async (hash: string) => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the cache looks at nothing else of a user
    const viewer = { id: hash } as Viewer;
    refs.push(new WeakRef(viewer));
    return { sessionId: hash, viewer };
  };
  await cache.get('first', () => read('first'));
  await vi.advanceTimersByTimeAsync(2000);
  await cache.get('second', () => read('second'));
  await vi.advanceTimersByTimeAsync(999);
  expect(await countKept(refs)).toBe(2);
  await vi.advanceTimersByTimeAsync(1);
  expect(await countKept(refs)).toBe(1);
  await vi.advanceTimersByTimeAsync(3000);
  expect(await countKept(refs)).toBe(0);
  await cache.get('third', () => read('third'));
  await vi.advanceTimersByTimeAsync(6000);
  expect(await countKept(refs)).toBe(0);
});
