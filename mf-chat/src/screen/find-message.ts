import { toastTimes } from '@atrium/shared-kernel/contracts/constants';
import { Observable } from 'rxjs';
import type { ChatRemote } from '../remote.ts';
import { isWaiting, type Thread } from '../thread/thread.ts';
import type { Found, FoundThread } from './search-target.model.ts';

const texts = {
  gone: 'This message is no longer in the chat.',
  failed: 'Failed to get chat messages.',
  later: 'This message is in another version of the chat. Try again when the reply is done.',
};

interface Wanted {
  readonly chatId: string;
  readonly messageId: string;
  /** The thread that was on the screen when the message was chosen. */
  readonly from: string;
}

/** The message, once it stands in the thread; ends without it where it cannot be shown, and says why. */
export const findMessage = (
  { alerts, scope }: Pick<ChatRemote, 'alerts' | 'scope'>,
  { thread$, select }: FoundThread,
  { chatId, messageId, from }: Wanted,
): Observable<Found> =>
  new Observable((found) => {
    let selected = false;
    let selecting = false;
    const giveUp = (message?: string) => {
      if (message !== undefined) alerts.show({ message, type: 'error', time: toastTimes.medium });
      found.complete();
    };
    const look = (thread: Thread) => {
      // While another version is loaded, only what comes of it can tell that the message is gone.
      if (selecting || found.closed) return;
      if (thread.chatId !== chatId) {
        // It has not been left yet, or the reader went elsewhere.
        if (thread.key !== from) giveUp();
      } else if (thread.load === 'gone') giveUp();
      else if (thread.load !== 'ready') return;
      else if (thread.messages.some(({ _id }) => _id === messageId)) {
        found.next({ messageId });
        found.complete();
      } else if (thread.earlier > 0) {
        if (thread.earlierFailed) giveUp(thread.failure ?? texts.failed);
      } else if (selected) giveUp(texts.gone);
      else if (isWaiting(thread)) giveUp(texts.later);
      else void selectAndLook(thread.key);
    };
    const selectAndLook = async (key: string) => {
      selecting = true;
      const shown = await select(messageId);
      selecting = false;
      selected = true;
      if (!shown || scope.signal.aborted || thread$.value.key !== key) giveUp();
      else look(thread$.value);
    };
    return thread$.pipe(scope.until()).subscribe(look);
  });
