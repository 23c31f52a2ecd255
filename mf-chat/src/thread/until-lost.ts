import { messagePoll } from '@atrium/shared-kernel/contracts/constants';
import { isId } from '@atrium/shared-kernel/contracts/id';
import type { Behavior } from '@atrium/shared-kernel/remote';
import {
  distinctUntilChanged,
  filter,
  map,
  merge,
  type MonoTypeOperatorFunction,
  type Observable,
  skip,
  Subject,
  switchMap,
  takeUntil,
  tap,
  timer,
} from 'rxjs';
import type { LiveMessage } from '../reply/reply.ts';

/** Milliseconds without an event after which the stream of a reply counts as lost. The model may be thinking as well. */
const longSilence = 30_000;

/**
 * Completes the stream of the reply to a message where it may be lost, which a network need not tell: it began, and then
 * nothing comes for long, or soon after the reply was to stop, or until the network is back. The service writes the reply
 * nevertheless, so it can be followed from there. `changed$` emits with each change of the message on the screen.
 */
export const untilLost =
  <T>(
    message: () => LiveMessage | undefined,
    changed$: Observable<unknown>,
    online$: Behavior<boolean>,
  ): MonoTypeOperatorFunction<T> =>
  (reply$) => {
    const silent$ = changed$.pipe(
      map(() => message()?.stopping === true),
      distinctUntilChanged(),
      switchMap((stopping) => timer(stopping ? messagePoll.first : longSilence)),
    );
    const back$ = online$.pipe(skip(1), filter(Boolean));
    const arrived$ = new Subject<T>();
    const lost$ = arrived$.pipe(
      switchMap(() => merge(silent$, back$)),
      // Without an id it could not be followed.
      filter(() => isId(message()?._id)),
    );
    return reply$.pipe(
      tap((item) => arrived$.next(item)),
      takeUntil(lost$),
    );
  };
