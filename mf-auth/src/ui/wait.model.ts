import { isCallError, messageOf } from '@atrium/shared-kernel/client';
import type { Behavior, Scope } from '@atrium/shared-kernel/remote';
import { BehaviorSubject, type SchedulerLike, Subject, switchMap } from 'rxjs';
import { secondsLeft } from './seconds-left.ts';

/** The wait that a 429 asks for (A4.18). `fallback` is said of other failures that carry no message. */
export const createWait = (scope: Pick<Scope, 'until'>, fallback: string, scheduler?: SchedulerLike) => {
  const seconds$ = new BehaviorSubject(0);
  const refused$ = new Subject<number>();
  refused$
    .pipe(
      switchMap((ms) => secondsLeft(ms, scheduler)),
      scope.until(),
    )
    .subscribe((seconds) => seconds$.next(seconds));

  return {
    /** Whole seconds until the next try; 0 where nothing stands in its way. */
    seconds$: seconds$ as Behavior<number>,
    /** Starts the wait where the failure is a 429; else the message to show. */
    failed(error: unknown): string | undefined {
      if (!isCallError(error) || error.status !== 429 || error.waitMs === undefined) return messageOf(error, fallback);
      refused$.next(error.waitMs);
      return undefined;
    },
  };
};
