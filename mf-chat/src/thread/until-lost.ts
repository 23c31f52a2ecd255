import { messagePoll } from '@atrium/shared-kernel/contracts/constants';
import { isId } from '@atrium/shared-kernel/contracts/id';
import type { Behavior } from '@atrium/shared-kernel/remote';
import {
  BehaviorSubject,
  distinctUntilChanged,
  filter,
  map,
  merge,
  type MonoTypeOperatorFunction,
  type Observable,
  share,
  skip,
  switchMap,
  takeUntil,
  tap,
  timer,
} from 'rxjs';
import type { LiveMessage } from '../reply/reply.ts';

/** Milliseconds without an event after which the stream of a reply counts as lost. The model may be thinking as well. */
const longSilence = 30_000;
/** Milliseconds that a user waits who stops a message which the service has not answered. */
const unanswered = 10_000;

/**
 * Completes the stream of the reply to a message where it may be lost, which a network need not tell: it began, and then
 * nothing comes for long, or soon after the reply was to stop, or until the network is back. The service writes the reply
 * nevertheless, so it can be followed from there. Without an id it cannot, so such a message is given up only if the user
 * stops it. `changed$` emits with each change of the message on the screen. `onGivenUp` gets the rest of the reply, which
 * stays connected for as long as that is subscribed to.
 */
export const untilLost =
  <T>(
    message: () => LiveMessage | undefined,
    changed$: Observable<unknown>,
    online$: Behavior<boolean>,
    onGivenUp: (rest$: Observable<T>) => void,
  ): MonoTypeOperatorFunction<T> =>
  (source$) => {
    const reply$ = source$.pipe(share());
    const identified = () => isId(message()?._id);
    const silent$ = changed$.pipe(
      map(() => message()?.stopping === true),
      distinctUntilChanged(),
      switchMap((stopping) =>
        timer(stopping ? (identified() ? messagePoll.first : unanswered) : longSilence).pipe(
          filter(() => stopping || identified()),
        ),
      ),
    );
    const back$ = online$.pipe(
      skip(1),
      filter((online) => online && identified()),
    );
    const arrived$ = new BehaviorSubject<T | undefined>(undefined);
    const lost$ = arrived$.pipe(
      switchMap(() => merge(silent$, back$)),
      tap(() => {
        if (!identified()) onGivenUp(reply$);
      }),
    );
    return reply$.pipe(
      tap((item) => arrived$.next(item)),
      takeUntil(lost$),
    );
  };
