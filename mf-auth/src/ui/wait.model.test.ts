import { CallError } from '@atrium/shared-kernel/client';
import { marbles } from '@atrium/shared-kernel/testing/marbles';
import { identity } from 'rxjs';
import { describe, expect, test } from 'vitest';
import { createWait } from './wait.model.ts';

const forever = { until: () => identity };
const failure = (status: number, body: object) => new CallError(status, '', body, '');

describe('the wait after a refusal', () => {
  test('runs for the time that a 429 names, and says nothing else', () => {
    marbles(({ expectObservable }) => {
      const wait = createWait(forever, 'Failed.');
      expect(wait.failed(failure(429, { msg: 'Too many', _msBeforeNext: 2000 }))).toBeUndefined();
      expectObservable(wait.seconds$, '^ 3s !').toBe('2 999ms 1 999ms 0', { 2: 2, 1: 1, 0: 0 });
    });
  });

  test('begins anew with a second 429', () => {
    marbles(({ expectObservable }) => {
      const wait = createWait(forever, 'Failed.');
      wait.failed(failure(429, { _msBeforeNext: 9000 }));
      wait.failed(failure(429, { _msBeforeNext: 1000 }));
      expectObservable(wait.seconds$, '^ 3s !').toBe('1 999ms 0', { 1: 1, 0: 0 });
    });
  });

  test.each([
    ['a refusal that names no time', failure(429, { msg: 'Too many' }), 'Too many'],
    ['another refusal', failure(400, { msg: 'Not right.', _msBeforeNext: 5000 }), 'Not right.'],
    ['a failure without a message', failure(500, {}), 'Failed.'],
  ])('does not run after %s', (_name, error, message) => {
    const wait = createWait(forever, 'Failed.');
    expect(wait.failed(error)).toBe(message);
    expect(wait.seconds$.value).toBe(0);
  });
});
