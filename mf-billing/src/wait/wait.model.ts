import { isCallError } from '@atrium/shared-kernel/client';
import type { Behavior, Scope } from '@atrium/shared-kernel/remote';
import { asyncScheduler, BehaviorSubject, interval, map, startWith, Subject, switchMap, takeWhile } from 'rxjs';
import type { SchedulerLike } from 'rxjs';

export interface Wait {
  /** Whole seconds until the next try; 0 where nothing stands in its way. */
  readonly seconds$: Behavior<number>;
  /** Starts the wait that a 429 asks for; false where the failure is another one. */
  readonly begin: (error: unknown) => boolean;
}

/** The wait after a 429. Read from the clock: a sleeping tab does not stretch it. */
export const createWait = (scope: Pick<Scope, 'until'>, scheduler: SchedulerLike = asyncScheduler): Wait => {
  const seconds$ = new BehaviorSubject(0);
  const refused$ = new Subject<number>();
  refused$
    .pipe(
      map((ms) => scheduler.now() + ms),
      switchMap((end) =>
        interval(1000, scheduler).pipe(
          startWith(0),
          map(() => Math.max(0, Math.ceil((end - scheduler.now()) / 1000))),
          takeWhile((seconds) => seconds > 0, true),
        ),
      ),
      scope.until(),
    )
    .subscribe((seconds) => seconds$.next(seconds));

  return {
    seconds$,
    begin(error) {
      if (!isCallError(error) || error.status !== 429 || error.waitMs === undefined) return false;
      refused$.next(error.waitMs);
      return true;
    },
  };
};
