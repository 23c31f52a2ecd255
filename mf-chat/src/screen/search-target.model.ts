import * as events from '#contracts/events';
import type { Behavior } from '@atrium/shared-kernel/remote';
import { BehaviorSubject, merge, Subject, switchMap } from 'rxjs';
import type { ChatRemote } from '../remote.ts';
import type { Thread } from '../thread/thread.ts';

/** A message that the reader came for; another object each time it is looked for. */
export interface Found {
  readonly messageId: string;
}

export interface SearchTargetModel {
  /** The message to show, until it is shown. */
  readonly found$: Behavior<Found | undefined>;
  /** What is said to a screen reader of the last one. */
  readonly said$: Behavior<string>;
  /** Looks for a message of a chat that is on the screen. */
  readonly look: (chosen: { readonly chatId: string; readonly messageId: string }) => void;
  /** It is shown: so many messages from the first, which is 1, of `count`. */
  readonly arrive: (place: number, count: number) => void;
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
  const looked$ = new Subject<{ readonly chatId: string; readonly messageId: string }>();
  // The code that looks for a message loads with the first one; a later one takes the place of one before.
  merge(bus.on(events.workspace.messageChosen), looked$)
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
    look: (chosen) => looked$.next(chosen),
    arrive(place, count) {
      found$.next(undefined);
      said$.next(`Showing message ${place} of ${count}.`);
    },
  };
};
