import { asyncScheduler, BehaviorSubject, interval, map, startWith, Subject, switchMap, takeWhile } from 'rxjs';
import type { Observable, SchedulerLike } from 'rxjs';
import { isCallFailure } from '../client/failure.ts';
import type { Behavior } from '../contracts/behavior.ts';
import type { Scope } from './scope.ts';

/**
 * Whole seconds left of a wait of `ms` milliseconds: at once, then every second down to 0, where it ends. Read from
 * the clock: a sleeping tab does not stretch the wait.
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
  /** Whole seconds until the next try; 0 where nothing stands in its way. */
  readonly seconds$: Behavior<number>;
  /** Starts the wait that a 429 asks for; false where the failure is another one. */
  readonly begin: (error: unknown) => boolean;
}

/** The wait after a 429 (A4.18); a further one starts it anew. */
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
