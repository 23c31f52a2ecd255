import { isCallFailure } from '@atrium/shared-kernel/failure';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import { messagePoll } from '@atrium/shared-kernel/contracts/constants';
import type { Message } from '@atrium/shared-kernel/contracts/entities/chat';
import type { ReplyItem } from '@atrium/shared-kernel/contracts/entities/stream';
import { isId } from '@atrium/shared-kernel/contracts/id';
import {
  catchError,
  EMPTY,
  exhaustMap,
  filter,
  finalize,
  from,
  ignoreElements,
  merge,
  type Observable,
  of,
  takeWhile,
  tap,
  timer,
} from 'rxjs';
import type { ChatRemote } from '../remote.ts';
import { batches } from '../reply/batches.ts';
import { asFailed, isStale, type LiveMessage, fromService } from '../reply/reply.ts';
import type { Typing } from '../reply/user-typing.ts';
import { withReplyItems } from './thread.ts';
import type { Threads } from './threads.ts';

/** Access to a pending message, and to the service's state of it. */
export interface PendingMessage {
  /** The message as it is now. Undefined once its thread is gone. */
  readonly message: () => LiveMessage | undefined;
  readonly change: (update: (message: LiveMessage) => LiveMessage) => void;
  readonly apply: (items: readonly ReplyItem[]) => void;
  readonly fetch: (id: string) => Observable<Message>;
  readonly follow: (id: string, after: number) => Observable<readonly ReplyItem[]>;
  readonly now: () => number;
}

/**
 * Brings a pending message to its end: the resume stream continues it where it stopped, and in addition the service is
 * polled every 2.5 s after 1 s (B4.17). A message that is too old or was never known to the service fails (B4.18).
 * Emits nothing and completes with the message. Whichever of the two ends it first, the other changes nothing more.
 */
export const untilEnded = ({ message, change, apply, fetch, follow, now }: PendingMessage): Observable<never> => {
  const waiting = () => message()?.pending === true;

  const poll = (): Observable<unknown> => {
    const one = message();
    if (!one) return EMPTY;
    // A message that is streaming is not too old, however long it takes.
    if (!one.streaming && isStale(one, now())) {
      change(asFailed);
      return of(undefined);
    }
    if (!isId(one._id)) return EMPTY;
    return fetch(one._id).pipe(
      filter((fetched) => !fetched.pending && waiting()),
      tap((fetched) => change((local) => ({ ...fromService(fetched), key: local.key }))),
      // The next poll tries again, until the message is too old.
      catchError(() => EMPTY),
    );
  };

  const resume = () => {
    const one = message();
    if (!one || !isId(one._id)) return EMPTY;
    return follow(one._id, one.seq).pipe(
      // Once another branch was shown in between, the message is another one, with a stream of its own.
      takeWhile(([first]) => waiting() && first!.seq <= message()!.seq + 1),
      tap((items) => {
        // The stream starts with the first event of the answer, so its stored part is dropped.
        change((local) => ({
          ...local,
          streaming: true,
          ...(local.seq === 0 ? { content: '', thoughts: [], thinking: undefined } : {}),
        }));
        apply(items);
      }),
      // Polling continues, and so do further attempts.
      catchError((error: unknown) => {
        if (isCallFailure(error) && error.status === 0) change((local) => ({ ...local, networkError: local.pending }));
        return EMPTY;
      }),
      finalize(() => change((local) => (local.streaming ? { ...local, streaming: false } : local))),
    );
  };

  const every = (first: number, request: () => Observable<unknown>) =>
    timer(first, messagePoll.every).pipe(takeWhile(waiting), exhaustMap(request));
  return merge(every(0, resume), every(messagePoll.first, poll)).pipe(takeWhile(waiting), ignoreElements());
};

/** Brings the message `key` of a thread to its end, as long as the screen lives. */
export const watchPending = (
  { client, scope }: Pick<ChatRemote, 'client' | 'scope'>,
  threads: Threads,
  threadKey: string,
  key: string,
  typing: Typing,
): void => {
  untilEnded({
    message: () => threads.get(threadKey)?.messages.find((one) => one.key === key),
    change: (update) => threads.changeMessage(threadKey, key, update),
    apply: (items) => threads.change(threadKey, (thread) => withReplyItems(thread, key, items)),
    fetch: (id) => from(client.call(calls.chat.getMessage, { id }, { signal: scope.signal })),
    follow: (messageId, after) =>
      batches((signal) => client.stream(calls.chat.followReply, { messageId, after }, { signal }), typing),
    now: () => Date.now(),
  })
    .pipe(scope.until())
    .subscribe();
};
