import { asyncScheduler, interval, map, type Observable, type SchedulerLike, startWith, takeWhile } from 'rxjs';

/**
 * Whole seconds left of a wait of `ms` milliseconds: at once, then every second down to 0, where it ends. Read from
 * the clock: a sleeping tab does not stretch the wait.
 */
export const secondsLeft = (ms: number, scheduler: SchedulerLike = asyncScheduler): Observable<number> => {
  const end = scheduler.now() + ms;
  return interval(1000, scheduler).pipe(
    startWith(0),
    map(() => Math.max(0, Math.ceil((end - scheduler.now()) / 1000))),
    takeWhile((seconds) => seconds > 0, true),
  );
};
