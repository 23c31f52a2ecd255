import { asyncScheduler, BehaviorSubject, interval, map, startWith, Subject, switchMap, takeWhile } from 'rxjs';
import type { Observable, SchedulerLike } from 'rxjs';
import { isCallFailure } from '../client/failure.ts';
import type { Behavior } from '../contracts/behavior.ts';
import type { Scope } from './scope.ts';

/**
 * Emits the whole seconds left of a wait of `ms` milliseconds: immediately, then every second down to 0, where it
 * completes. The clock decides, so a sleeping tab does not prolong the wait.
 */
export const secondsLeft = (ms: number, clock: SchedulerLike = asyncScheduler): Observable<number> => {
  const end = clock.now() + ms;
  return interval(1000, clock).pipe(
    startWith(0),
    map(() => Math.max(0, Math.ceil((end - clock.now()) / 1000))),
    takeWhile((seconds) => seconds > 0, true),
  );
};

export interface Wait {
  /** Whole seconds until the next try is allowed; 0 if it is allowed now. */
  readonly seconds$: Behavior<number>;
  /** Starts the wait of a 429. Returns false for other failures. */
  readonly begin: (error: unknown) => boolean;
}

/** The wait after a 429 (A4.18). Another one restarts it. */
export const createWait = (scope: Pick<Scope, 'until'>, scheduler?: SchedulerLike): Wait => {
  const seconds$ = new BehaviorSubject(0);
  const refused$ = new Subject<number>();
  refused$
    .pipe(
      switchMap((ms) => secondsLeft(ms, scheduler)),
      scope.until(),
    )
    .subscribe((seconds) => seconds$.next(seconds));

  return {
    seconds$,
    begin(error) {
      if (!isCallFailure(error) || error.status !== 429 || error.waitMs === undefined) return false;
      refused$.next(error.waitMs);
      return true;
    },
  };
};
