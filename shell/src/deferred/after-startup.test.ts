import { marbles } from '@atrium/shared-kernel/testing/marbles';
import { expect, test } from 'vitest';
import { map } from 'rxjs';
import { afterStartup } from '../start-shell.tsx';

const once = map(() => 'x');

test('it starts after the first screen had its time', () => {
  expect.assertions(1);
  marbles(({ cold, expectObservable }) => {
    expectObservable(afterStartup(cold('-'), 5000).pipe(once)).toBe('5s (x|)');
  });
});

test('it is time at the first failure, and once', () => {
  expect.assertions(1);
  marbles(({ cold, expectObservable }) => {
    expectObservable(afterStartup(cold('300ms f 9s f'), 5000).pipe(once)).toBe('300ms (x|)');
  });
});
