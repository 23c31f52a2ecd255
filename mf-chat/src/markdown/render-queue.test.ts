import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { holdTurns, inTurn } from './render-queue.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('requestIdleCallback', undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const work = () => vi.fn<() => void>();

test('work is done in its turn, unless it was given up', () => {
  const [one, two] = [work(), work()];
  inTurn(one);
  inTurn(two)();
  expect(one).not.toHaveBeenCalled();
  vi.runAllTimers();
  expect(one).toHaveBeenCalledOnce();
  expect(two).not.toHaveBeenCalled();
});

test('while something more urgent holds the page no turn is taken, and afterwards they go on', () => {
  const [before, during] = [work(), work()];
  inTurn(before);
  const [first, second] = [holdTurns(), holdTurns()];
  inTurn(during);
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
  inTurn(() => {
    throw new Error('broken');
  });
  inTurn(after);
  expect(() => vi.runAllTimers()).toThrow('broken');
  vi.runAllTimers();
  expect(after).toHaveBeenCalledOnce();
});

test('works that belong together are done one after the other, until they are given up', () => {
  const done: string[] = [];
  inTurn(
    () => done.push('a'),
    () => done.push('b'),
  );
  inTurn(() => done.push('x'));
  vi.runAllTimers();
  expect(done).toEqual(['a', 'x', 'b']);
  const giveUp = inTurn(
    () => done.push('c'),
    () => giveUp(),
    () => done.push('d'),
  );
  vi.runAllTimers();
  expect(done).toEqual(['a', 'x', 'b', 'c']);
});
