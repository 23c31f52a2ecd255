import { tap } from 'rxjs';
import { describe, expect, test } from 'vitest';
import { CallFailure } from '../client/client.ts';
import { marbles } from '../testing/marbles.ts';
import { createScope } from './scope.ts';
import { createWait, secondsLeft } from './wait.ts';

const tooMany = (wait: number) => new CallFailure(429, '', { msg: 'Wait.', _msBeforeNext: wait }, 'call: 429');

describe('the seconds that are left', () => {
  test('count down to 0 and end, a started second rounded up', () => {
    marbles(({ expectObservable }) => {
      expectObservable(secondsLeft(3000)).toBe('3 999ms 2 999ms 1 999ms (0|)', { 3: 3, 2: 2, 1: 1, 0: 0 });
      expectObservable(secondsLeft(1200)).toBe('2 999ms 1 999ms (0|)', { 2: 2, 1: 1, 0: 0 });
    });
  });

  test('end at once if there is nothing left to wait', () => {
    marbles(({ expectObservable }) => {
      expectObservable(secondsLeft(0)).toBe('(0|)', { 0: 0 });
    });
  });
});

describe('the wait after a 429', () => {
  test('counts whole seconds down to 0, a started second rounded up', () => {
    marbles(({ hot, expectObservable }) => {
      const wait = createWait(createScope());
      const failures$ = hot('100ms a', { a: tooMany(2500) }).pipe(tap((error) => wait.begin(error)));
      expectObservable(failures$).toBe('100ms a', { a: tooMany(2500) });
      expectObservable(wait.seconds$, '^ 6s !').toBe('0 99ms 3 999ms 2 999ms 1 999ms 0', {
        3: 3,
        2: 2,
        1: 1,
        0: 0,
      });
    });
  });

  test('starts again with the next 429', () => {
    marbles(({ hot, expectObservable }) => {
      const wait = createWait(createScope());
      const errors = { a: tooMany(3000), b: tooMany(2000) };
      const failures$ = hot('100ms a 499ms b', errors).pipe(tap((error) => wait.begin(error)));
      expectObservable(failures$).toBe('100ms a 499ms b', errors);
      expectObservable(wait.seconds$, '^ 6s !').toBe('0 99ms 3 499ms 2 999ms 1 999ms 0', { 3: 3, 2: 2, 1: 1, 0: 0 });
    });
  });

  test('ends with its scope', () => {
    marbles(({ hot, expectObservable }) => {
      const scope = createScope();
      const wait = createWait(scope);
      wait.begin(tooMany(3000));
      expectObservable(hot('1500ms a', { a: 'end' }).pipe(tap(() => scope.end()))).toBe('1500ms a', { a: 'end' });
      expectObservable(wait.seconds$, '^ 6s !').toBe('3 999ms 2', { 3: 3, 2: 2 });
    });
  });

  test('is not set by any other failure', () => {
    const wait = createWait(createScope());
    expect(wait.begin(new CallFailure(400, '', { msg: 'No.' }, 'call: 400'))).toBe(false);
    expect(wait.begin(new CallFailure(429, '', { msg: 'No.' }, 'call: 429'))).toBe(false);
    expect(wait.begin(new Error('no'))).toBe(false);
    expect(wait.seconds$.value).toBe(0);
  });
});
