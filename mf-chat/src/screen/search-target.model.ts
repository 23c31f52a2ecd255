import * as events from '#contracts/events';
import type { Behavior } from '@atrium/shared-kernel/remote';
import { BehaviorSubject, merge, Subject, switchMap } from 'rxjs';
import type { ChatRemote } from '../remote.ts';
import type { Found, FoundThread } from './find-message.ts';

export interface SearchTargetModel {
  /** The message to show, until it is shown. */
  readonly target$: Behavior<Found | undefined>;
  /** The announcement of the last one to screen readers. */
  readonly announcement$: Behavior<string>;
  /** Shows a message of the chat on the screen, once it is loaded. */
  readonly choose: (chosen: { readonly chatId: string; readonly messageId: string }) => void;
  /** Call when the message is shown. `position` counts from 1, among `count` messages. */
  readonly markShown: (position: number, count: number) => void;
}

/** Finds the message that a search led to in the chat on the screen, even if another version of it is shown. */
export const createSearchTargetModel = (
  remote: Pick<ChatRemote, 'bus' | 'alerts' | 'scope'>,
  thread: FoundThread,
): SearchTargetModel => {
  const { bus, scope } = remote;
  const { thread$ } = thread;
  const target$ = new BehaviorSubject<Found | undefined>(undefined);
  const announcement$ = new BehaviorSubject('');
  let seen = thread$.value.key;
  thread$.pipe(scope.until()).subscribe(({ key }) => {
    if (key !== seen) target$.next(undefined);
    seen = key;
  });
  const chosen$ = new Subject<{ readonly chatId: string; readonly messageId: string }>();
  // The code that finds a message loads with the first one. A later message replaces an earlier one.
  merge(bus.on(events.workspace.messageChosen), chosen$)
    .pipe(
      switchMap(async (chosen) => {
        const from = thread$.value.key;
        const { findMessage } = await import('./find-message.ts');
        return findMessage(remote, thread, { ...chosen, from });
      }),
      switchMap((found) => found),
    )
    .subscribe((found) => target$.next(found));

  return {
    target$,
    announcement$,
    choose: (chosen) => chosen$.next(chosen),
    markShown(position, count) {
      target$.next(undefined);
      announcement$.next(`Showing message ${position} of ${count}.`);
    },
  };
};
