import { marbles } from '@atrium/shared-kernel/testing/marbles';
import { describe, test } from 'vitest';
import { secondsLeft } from './seconds-left.ts';

describe('the wait after too many log-ins', () => {
  test('counts whole seconds down to 0 and ends', () => {
    marbles(({ expectObservable }) => {
      expectObservable(secondsLeft(3000)).toBe('3 999ms 2 999ms 1 999ms (0|)', { 3: 3, 2: 2, 1: 1, 0: 0 });
    });
  });

  test('rounds a started second up', () => {
    marbles(({ expectObservable }) => {
      expectObservable(secondsLeft(1200)).toBe('2 999ms 1 999ms (0|)', { 2: 2, 1: 1, 0: 0 });
    });
  });

  test('is over at once where nothing is left to wait', () => {
    marbles(({ expectObservable }) => {
      expectObservable(secondsLeft(0)).toBe('(0|)', { 0: 0 });
    });
  });
});
