import { toastTimes } from '@atrium/shared-kernel/contracts/constants';
import * as events from '@atrium/shared-kernel/contracts/events';
import type { Behavior } from '@atrium/shared-kernel/remote';
import { BehaviorSubject } from 'rxjs';
import type { ChatRemote } from '../remote.ts';
import { isWaiting, type Thread } from '../thread/thread.ts';

/** A message that the reader came for; another object each time it is looked for. */
export interface Found {
  readonly messageId: string;
}

export interface SearchTargetModel {
  /** The message to show, until it is shown. */
  readonly found$: Behavior<Found | undefined>;
  /** What is said to a screen reader of the last one. */
  readonly said$: Behavior<string>;
  /** It is shown: so many messages from the first, which is 1, of `count`. */
  readonly arrive: (place: number, count: number) => void;
}

interface FoundThread {
  readonly thread$: Behavior<Thread>;
  /** Shows the branch in which a message is; answers whether it is shown. */
  readonly select: (messageId: string) => Promise<boolean>;
}

const texts = {
  gone: 'This message is no longer in the chat.',
  failed: 'Failed to get chat messages.',
  later: 'This message is in another version of the chat. Try again when the reply is done.',
};

/** Finds the message that a search led to in the chat on the screen, also where another version of it is shown. */
export const createSearchTargetModel = (
  { bus, alerts, scope }: Pick<ChatRemote, 'bus' | 'alerts' | 'scope'>,
  { thread$, select }: FoundThread,
): SearchTargetModel => {
  const found$ = new BehaviorSubject<Found | undefined>(undefined);
  const said$ = new BehaviorSubject('');
  /** What is looked for since the thread `from` was on the screen. */
  let wanted: { chatId: string; messageId: string; from: string; selected?: boolean } | undefined;

  const giveUp = (message?: string) => {
    wanted = undefined;
    if (message !== undefined) alerts.show({ message, type: 'error', time: toastTimes.medium });
  };
  const look = (thread: Thread) => {
    if (!wanted) return;
    const { messageId } = wanted;
    if (thread.chatId !== wanted.chatId) {
      // It has not been left yet, or the reader went elsewhere.
      if (thread.key !== wanted.from) giveUp();
    } else if (thread.load === 'gone') giveUp();
    else if (thread.load !== 'ready') return;
    else if (thread.messages.some(({ _id }) => _id === messageId)) {
      giveUp();
      found$.next({ messageId });
    } else if (thread.earlier > 0) {
      if (thread.earlierFailed) giveUp(thread.failure ?? texts.failed);
    } else if (wanted.selected) giveUp(texts.gone);
    else if (isWaiting(thread)) giveUp(texts.later);
    else void selectAndLook({ ...wanted, selected: true }, thread.key);
  };
  const selectAndLook = async (sought: NonNullable<typeof wanted>, key: string) => {
    // Only what is loaded now can tell that it is gone.
    wanted = undefined;
    const shown = await select(sought.messageId);
    if (!shown || scope.signal.aborted || wanted || thread$.value.key !== key) return;
    wanted = sought;
    look(thread$.value);
  };
  let key = thread$.value.key;
  thread$.pipe(scope.until()).subscribe((thread) => {
    if (thread.key !== key) found$.next(undefined);
    key = thread.key;
    look(thread);
  });
  bus.on(events.workspace.messageChosen).subscribe(({ chatId, messageId }) => {
    wanted = { chatId, messageId, from: thread$.value.key };
    look(thread$.value);
  });

  return {
    found$,
    said$,
    arrive(place, count) {
      found$.next(undefined);
      said$.next(`Showing message ${place} of ${count}.`);
    },
  };
};
