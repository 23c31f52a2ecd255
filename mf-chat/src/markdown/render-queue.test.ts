import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { pauseIdleWork, runWhenIdle } from './render-queue.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('requestIdleCallback', undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const work = () => vi.fn<() => void>();

test('work runs in its turn, unless it was canceled', () => {
  const [one, two] = [work(), work()];
  runWhenIdle(one);
  runWhenIdle(two)();
  expect(one).not.toHaveBeenCalled();
  vi.runAllTimers();
  expect(one).toHaveBeenCalledOnce();
  expect(two).not.toHaveBeenCalled();
});

test('no turn starts while something more urgent blocks the page, and they continue afterwards', () => {
  const [before, during] = [work(), work()];
  runWhenIdle(before);
  const [first, second] = [pauseIdleWork(), pauseIdleWork()];
  runWhenIdle(during);
  vi.runAllTimers();
  first();
  vi.runAllTimers();
  expect(before).not.toHaveBeenCalled();
  second();
  vi.runAllTimers();
  expect(before).toHaveBeenCalledOnce();
  expect(during).toHaveBeenCalledOnce();
});

test('work that fails does not keep what comes after it', () => {
  const after = work();
  runWhenIdle(() => {
    throw new Error('broken');
  });
  runWhenIdle(after);
  expect(() => vi.runAllTimers()).toThrow('broken');
  vi.runAllTimers();
  expect(after).toHaveBeenCalledOnce();
});

test('works that belong together run one after the other, until they are canceled', () => {
  const done: string[] = [];
  runWhenIdle(
    () => done.push('a'),
    () => done.push('b'),
  );
  runWhenIdle(() => done.push('x'));
  vi.runAllTimers();
  expect(done).toEqual(['a', 'x', 'b']);
  const giveUp = runWhenIdle(
    () => done.push('c'),
    () => giveUp(),
    () => done.push('d'),
  );
  vi.runAllTimers();
  expect(done).toEqual(['a', 'x', 'b', 'c']);
});
