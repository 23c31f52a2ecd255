import * as events from '#contracts/events';
import type { Behavior } from '@atrium/shared-kernel/remote';
import { BehaviorSubject, merge, Subject, switchMap } from 'rxjs';
import type { ChatRemote } from '../remote.ts';
import type { Thread } from '../thread/thread.ts';

/** The message to show. It is another object for each search, also where the message is the same. */
export interface Found {
  readonly messageId: string;
}

export interface SearchTargetModel {
  /** The message to show, until it is shown. */
  readonly found$: Behavior<Found | undefined>;
  /** What is said to a screen reader of the last one. */
  readonly said$: Behavior<string>;
  /** Shows a message of the chat on the screen, once it is there. */
  readonly choose: (chosen: { readonly chatId: string; readonly messageId: string }) => void;
  /** The message is shown. `position` counts from 1, among `count` messages. */
  readonly arrive: (position: number, count: number) => void;
}

export interface FoundThread {
  readonly thread$: Behavior<Thread>;
  /** Shows the branch in which a message is; answers whether it is shown. */
  readonly select: (messageId: string) => Promise<boolean>;
}

/** Finds the message that a search led to in the chat on the screen, also where another version of it is shown. */
export const createSearchTargetModel = (
  remote: Pick<ChatRemote, 'bus' | 'alerts' | 'scope'>,
  thread: FoundThread,
): SearchTargetModel => {
  const { bus, scope } = remote;
  const { thread$ } = thread;
  const found$ = new BehaviorSubject<Found | undefined>(undefined);
  const said$ = new BehaviorSubject('');
  let seen = thread$.value.key;
  thread$.pipe(scope.until()).subscribe(({ key }) => {
    if (key !== seen) found$.next(undefined);
    seen = key;
  });
  const chosen$ = new Subject<{ readonly chatId: string; readonly messageId: string }>();
  // The code that looks for a message loads with the first one; a later one takes the place of one before.
  merge(bus.on(events.workspace.messageChosen), chosen$)
    .pipe(
      switchMap(async (chosen) => {
        const from = thread$.value.key;
        const { findMessage } = await import('./find-message.ts');
        return findMessage(remote, thread, { ...chosen, from });
      }),
      switchMap((found) => found),
    )
    .subscribe((found) => found$.next(found));

  return {
    found$,
    said$,
    choose: (chosen) => chosen$.next(chosen),
    arrive(position, count) {
      found$.next(undefined);
      said$.next(`Showing message ${position} of ${count}.`);
    },
  };
};
