import * as calls from '@atrium/shared-kernel/contracts/calls';
import { isFailure } from '@atrium/shared-kernel/failure';
import { type Observable, Subject } from 'rxjs';

/** Milliseconds after the answer to a deletion in which its change may still be announced. */
const grace = 5000;

/** The chats that this page itself deletes: their end is no news for it. */
export interface OwnDeletions {
  readonly has: (chatId: string) => boolean;
  /** Chats whose deletion failed. It may still have happened, and the news of it was ignored. */
  readonly failed$: Observable<readonly string[]>;
  /** Deletes chats by `request`. */
  readonly during: <T>(chatIds: readonly string[], request: () => Promise<T>) => Promise<T>;
}

/** Whether a deletion failed because the chats are gone. To its user it is done. */
const areGone = (error: unknown): boolean =>
  isFailure(error, calls.chat.clearChat, 'unknown-chat') || isFailure(error, calls.chat.deleteChats, 'unknown-chats');

export const createOwnDeletions = (now: () => number = Date.now): OwnDeletions => {
  /** Until when the end of a chat is expected. */
  const expected = new Map<string, number>();
  const failed$ = new Subject<readonly string[]>();
  return {
    failed$,
    has: (chatId) => (expected.get(chatId) ?? 0) > now(),
    async during(chatIds, request) {
      // Changes are often announced before the answer arrives.
      for (const chatId of chatIds) expected.set(chatId, Number.POSITIVE_INFINITY);
      const end = () => {
        for (const chatId of chatIds) expected.set(chatId, now() + grace);
      };
      try {
        const answer = await request();
        end();
        return answer;
      } catch (error) {
        if (areGone(error)) {
          end();
          throw error;
        }
        for (const chatId of chatIds) expected.delete(chatId);
        // Later than the caller, who shows the chats again.
        setTimeout(() => failed$.next(chatIds));
        throw error;
      }
    },
  };
};
