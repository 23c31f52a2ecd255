import { toastTimes } from '@atrium/shared-kernel/contracts/constants';
import type { Behavior } from '@atrium/shared-kernel/remote';
import { Observable } from 'rxjs';
import type { ChatRemote } from '../remote.ts';
import { isWaiting, type Thread } from '../thread/thread.ts';
import { messagesFailed } from './view.ts';

const texts = {
  gone: 'This message is no longer in the chat.',
  later: 'This message is in another version of the chat. Try again when the reply is done.',
};

/** The message to show. Each search creates another object, even for the same message. */
export interface Found {
  readonly messageId: string;
}

export interface FoundThread {
  readonly thread$: Behavior<Thread>;
  /** Shows the branch that contains a message. Resolves with whether it is shown. */
  readonly select: (messageId: string) => Promise<boolean>;
}

interface Target {
  readonly chatId: string;
  readonly messageId: string;
  /** The thread that was on the screen when the message was chosen. */
  readonly from: string;
}

/** Emits the message once the thread has it. Completes without it if it cannot be shown, and says why in an alert. */
export const findMessage = (
  { alerts, scope }: Pick<ChatRemote, 'alerts' | 'scope'>,
  { thread$, select }: FoundThread,
  { chatId, messageId, from }: Target,
): Observable<Found> =>
  new Observable((found) => {
    let selected = false;
    let selecting = false;
    const giveUp = (message?: string) => {
      if (message !== undefined) alerts.show({ message, type: 'error', time: toastTimes.medium });
      found.complete();
    };
    const check = (thread: Thread) => {
      // While another version is being loaded, the message may still turn out to be on that branch.
      if (selecting || found.closed) return;
      if (thread.chatId !== chatId) {
        // Either the previous chat is still shown, or the reader has opened another one.
        if (thread.key !== from) giveUp();
      } else if (thread.load === 'gone') giveUp();
      else if (thread.load !== 'ready') return;
      else if (thread.messages.some(({ _id }) => _id === messageId)) {
        found.next({ messageId });
        found.complete();
      } else if (thread.earlier > 0) {
        if (thread.earlierFailed) giveUp(thread.failure ?? messagesFailed);
      } else if (selected) giveUp(texts.gone);
      else if (isWaiting(thread)) giveUp(texts.later);
      else void selectAndCheck(thread.key);
    };
    const selectAndCheck = async (key: string) => {
      selecting = true;
      const shown = await select(messageId);
      selecting = false;
      selected = true;
      if (!shown || scope.signal.aborted || thread$.value.key !== key) giveUp();
      else check(thread$.value);
    };
    return thread$.pipe(scope.until()).subscribe(check);
  });
