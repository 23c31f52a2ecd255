import type { Behavior, Scope } from '@atrium/shared-kernel/remote';
import { BehaviorSubject, filter, interval, map } from 'rxjs';

const checkEvery = 60_000;

/** A moment of the current day in the browser's time zone; a new one within a minute after midnight. */
export const createTodayModel = (scope: Scope, clock: () => Date = () => new Date()): Behavior<Date> => {
  const today$ = new BehaviorSubject(clock());
  interval(checkEvery)
    .pipe(
      map(clock),
      filter((now) => now.toDateString() !== today$.value.toDateString()),
      scope.until(),
    )
    .subscribe(today$);
  return today$;
};
