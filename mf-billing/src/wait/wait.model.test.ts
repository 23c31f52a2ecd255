import { CallError } from '@atrium/shared-kernel/client';
import { createScope } from '@atrium/shared-kernel/remote';
import { marbles } from '@atrium/shared-kernel/testing/marbles';
import { tap } from 'rxjs';
import { describe, expect, test } from 'vitest';
import { createWait } from './wait.model.ts';

const tooMany = (wait: number) => new CallError(429, '', { msg: 'Wait.', _msBeforeNext: wait }, 'call: 429');

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

  test('starts anew with the next 429', () => {
    marbles(({ hot, expectObservable }) => {
      const wait = createWait(createScope());
      const errors = { a: tooMany(3000), b: tooMany(2000) };
      const failures$ = hot('100ms a 499ms b', errors).pipe(tap((error) => wait.begin(error)));
      expectObservable(failures$).toBe('100ms a 499ms b', errors);
      expectObservable(wait.seconds$, '^ 6s !').toBe('0 99ms 3 499ms 2 999ms 1 999ms 0', { 3: 3, 2: 2, 1: 1, 0: 0 });
    });
  });

  test('is none of any other failure', () => {
    const wait = createWait(createScope());
    expect(wait.begin(new CallError(400, '', { msg: 'No.' }, 'call: 400'))).toBe(false);
    expect(wait.begin(new CallError(429, '', { msg: 'No.' }, 'call: 429'))).toBe(false);
    expect(wait.begin(new Error('no'))).toBe(false);
    expect(wait.seconds$.value).toBe(0);
  });
});
