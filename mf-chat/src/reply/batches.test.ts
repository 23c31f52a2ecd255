import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createPipe } from '../testing/replies.ts';
import { batches } from './batches.ts';
import { createTyping } from './user-typing.ts';

beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'requestAnimationFrame', 'cancelAnimationFrame', 'performance'],
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const setUp = () => {
  const pipe = createPipe<number>();
  const typing = createTyping();
  const seen: (readonly number[])[] = [];
  const ended = vi.fn<() => void>();
  const subscription = batches(() => pipe, typing).subscribe({
    next: (batch) => seen.push(batch),
    complete: ended,
  });
  const push = async (...items: number[]) => {
    for (const item of items) pipe.push(item);
    await vi.advanceTimersByTimeAsync(0);
  };
  return { pipe, typing, seen, ended, push, subscription };
};

test('the first item comes at once, later ones together with the first frame behind 36 ms', async () => {
  const { seen, push } = setUp();
  await push(1);
  await push(2);
  await vi.advanceTimersByTimeAsync(46);
  await push(3);
  expect(seen).toEqual([[1]]);
  // Frames are drawn every 16 ms here.
  await vi.advanceTimersByTimeAsync(2);
  expect(seen).toEqual([[1], [2, 3]]);
  await vi.advanceTimersByTimeAsync(50);
  await push(4);
  expect(seen).toEqual([[1], [2, 3], [4]]);
});

test('a page that draws no frames shows them all the same', async () => {
  vi.stubGlobal('requestAnimationFrame', () => 0);
  const { seen, push } = setUp();
  await push(1);
  await push(2);
  await vi.advanceTimersByTimeAsync(200);
  await push(3);
  expect(seen).toEqual([[1], [2], [3]]);
});

test('slow frames reduce the rate, and a single slow one delays none', async () => {
  const pipe = createPipe<number>();
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  const takes = [500, 120, 2, 40, 40, 40, 40];
  const seen: number[] = [];
  let at = 0;
  const subscription = batches(() => pipe).subscribe(() => {
    seen.push(at);
    queueMicrotask(() => {
      now += takes[seen.length - 1] ?? 0;
    });
  });
  for (; at < 700; at += 5) {
    pipe.push(at);
    await vi.advanceTimersByTimeAsync(5);
  }
  subscription.unsubscribe();
  expect(seen.slice(1, 7).map((time, index) => time - (seen[index] ?? 0))).toEqual([45, 50, 45, 50, 45, 180]);
});

test('while the user types they wait, and then appear together', async () => {
  const { seen, push, typing } = setUp();
  await push(1);
  typing.pressed();
  await push(2);
  await vi.advanceTimersByTimeAsync(60);
  await push(3);
  expect(seen).toEqual([[1]]);
  await vi.advanceTimersByTimeAsync(90);
  expect(seen).toEqual([[1], [2, 3]]);
});

test('the end is not delayed', async () => {
  const { seen, push, typing, pipe, ended } = setUp();
  await push(1);
  typing.pressed();
  await push(2);
  await vi.advanceTimersByTimeAsync(60);
  pipe.end();
  await vi.advanceTimersByTimeAsync(0);
  expect(seen).toEqual([[1], [2]]);
  expect(ended).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(1000);
  expect(seen).toHaveLength(2);
});

test('without subscribers nothing stays scheduled', async () => {
  const pipe = createPipe<number>();
  const giveUp = vi.fn<() => void>();
  const subscription = batches(() => pipe, { whenIdle: () => giveUp }).subscribe();
  pipe.push(1);
  await vi.advanceTimersByTimeAsync(0);
  subscription.unsubscribe();
  expect(giveUp).toHaveBeenCalledOnce();
});
