import type { User } from '@atrium/shared-kernel/contracts/entities/user';
import { createScope } from '@atrium/shared-kernel/remote';
import { testUser } from '@atrium/shared-kernel/testing/fake-host';
import { marbles } from '@atrium/shared-kernel/testing/marbles';
import { distinctUntilChanged, map, type Observable, of, throwError } from 'rxjs';
import { describe, test } from 'vitest';
import { createPaymentReturn, type PaymentReturnOptions } from './payment-return.model.ts';

const old = '1969-01-01T00:00:00.000Z';
const before = testUser({ subscriptionEndDate: old });
const after = testUser({ subscriptionEndDate: '1970-02-01T00:00:00.000Z' });

/** Refreshes that return `users` in turn, and then the last one forever. */
const refreshing = (...users: (User | undefined)[]) => {
  const queue = [...users];
  return () => of(queue.length > 1 ? queue.shift() : queue[0]);
};
const steps = (change: Partial<PaymentReturnOptions>, retry$?: Observable<unknown>) => {
  const model = createPaymentReturn(createScope(), {
    endDate: old,
    check: () => of(true),
    refresh: refreshing(after),
    ...change,
  });
  retry$?.subscribe(() => model.start());
  model.start();
  return model.state$.pipe(map(({ step }) => step));
};
const step = { c: 'checking', p: 'pending', d: 'done', f: 'failed' };

describe('the model of the payment return page', () => {
  test('fetches the user until the end date changes', () => {
    marbles(({ expectObservable }) => {
      expectObservable(steps({ refresh: refreshing(before, before, after) }), '^ 20s !').toBe('c 2999ms d', step);
    });
  });

  test('continues after a failed refresh', () => {
    marbles(({ expectObservable }) => {
      let first = true;
      const refresh = () => {
        if (!first) return of(after);
        first = false;
        return throwError(() => new Error('offline'));
      };
      expectObservable(steps({ refresh }), '^ 20s !').toBe('c 1499ms d', step);
    });
  });

  test('does not wait if the subscription is already active', () => {
    marbles(({ expectObservable }) => {
      const endDate = '1970-02-01T00:00:00.000Z';
      expectObservable(steps({ endDate, refresh: refreshing(after) }), '^ 20s !').toBe('d', step);
    });
  });

  test('waits for one refresh only if the payment was for something else', () => {
    marbles(({ expectObservable }) => {
      let first = true;
      const refresh = () => {
        if (!first) return of(before);
        first = false;
        return throwError(() => new Error('offline'));
      };
      expectObservable(steps({ check: () => of('other' as const), refresh }), '^ 20s !').toBe('c 1499ms d', step);
    });
  });

  test('fails after 30 seconds without a new end date', () => {
    marbles(({ expectObservable }) => {
      expectObservable(steps({ refresh: refreshing(before) }), '^ 40s !').toBe('c 29999ms f', step);
    });
  });

  test('fails if the service does not find the session paid, and checks again on Retry', () => {
    marbles(({ cold, expectObservable }) => {
      const answers = ['100ms (n|)', '100ms (y|)'];
      const check = () => cold(answers.shift() ?? '|', { n: false, y: true });
      expectObservable(steps({ check }, cold('1s r')), '^ 20s !').toBe('c 99ms f 899ms c 99ms d', step);
    });
  });

  test('fails if the call fails', () => {
    marbles(({ cold, expectObservable }) => {
      expectObservable(steps({ check: () => cold('100ms #') }), '^ 20s !').toBe('c 99ms f', step);
    });
  });

  test('waits for a pending payment, and says so', () => {
    marbles(({ cold, expectObservable }) => {
      const answers = ['(n|)', '(n|)', '(y|)'];
      const check = () => cold<boolean | 'pending'>(answers.shift() ?? '|', { n: 'pending', y: true });
      expectObservable(steps({ check }).pipe(distinctUntilChanged()), '^ 20s !').toBe('p 9999ms d', step);
    });
  });
});
