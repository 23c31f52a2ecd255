import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTyping } from './user-typing.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'requestAnimationFrame', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const pass = (ms: number) => vi.advanceTimersByTime(ms);
const work = () => vi.fn<() => void>();

test('if nobody types, work runs at once', () => {
  const done = work();
  expect(createTyping().whenIdle(done, 600)).toBeUndefined();
  expect(done).toHaveBeenCalledOnce();
});

test('while somebody types, work waits until 150 ms without a key', () => {
  const typing = createTyping();
  const done = work();
  typing.pressed();
  typing.whenIdle(done, 600);
  pass(100);
  typing.pressed();
  pass(149);
  expect(done).not.toHaveBeenCalled();
  pass(1);
  expect(done).toHaveBeenCalledOnce();
});

test('continuous typing is interrupted after the patience of the work, once a key has been painted', () => {
  const typing = createTyping();
  const done = work();
  typing.pressed();
  typing.whenIdle(done, 600);
  for (let at = 0; at < 6; at += 1) {
    pass(100);
    if (at < 5) typing.pressed();
  }
  expect(done).not.toHaveBeenCalled();
  typing.pressed();
  expect(done).not.toHaveBeenCalled();
  pass(20);
  expect(done).toHaveBeenCalledOnce();
  pass(1000);
  expect(done).toHaveBeenCalledOnce();
});

test('canceled work does not run', () => {
  const typing = createTyping();
  const done = work();
  typing.pressed();
  typing.whenIdle(done, 600)?.();
  pass(1000);
  expect(done).not.toHaveBeenCalled();
});

test('work with more patience runs later, and delays nothing else', () => {
  const typing = createTyping();
  const [soon, later] = [work(), work()];
  typing.pressed();
  typing.whenIdle(later, 5000, 1000);
  typing.whenIdle(soon, 600);
  pass(150);
  expect(soon).toHaveBeenCalledOnce();
  pass(849);
  expect(later).not.toHaveBeenCalled();
  pass(1);
  expect(later).toHaveBeenCalledOnce();
});
