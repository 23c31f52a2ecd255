import { createScope } from '@atrium/shared-kernel/remote';
import { marbles } from '@atrium/shared-kernel/testing/marbles';
import { map } from 'rxjs';
import { test } from 'vitest';
import { createTodayModel } from './chat-list-parts.ts';

test('the day changes within a minute after midnight, and no longer after the scope has ended', () => {
  marbles(({ hot, expectObservable }) => {
    const scope = createScope();
    hot('5m x').subscribe(() => scope.end());
    const times = ['23:58', '23:59', '24:00', '24:01', '24:02'].map((time) => {
      const [hours = 0, minutes = 0] = time.split(':').map(Number);
      return new Date(2026, 6, 15, hours, minutes);
    });
    const today$ = createTodayModel(scope, () => times.shift() ?? new Date(2026, 6, 16, 1));
    expectObservable(today$.pipe(map((day) => day.getDate()))).toBe('a 119999ms (b|)'.replace('(b|)', 'b 179999ms |'), {
      a: 15,
      b: 16,
    });
  });
});
