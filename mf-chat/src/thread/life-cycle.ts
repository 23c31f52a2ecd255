import * as calls from '@atrium/shared-kernel/contracts/calls';
import { messagePoll } from '@atrium/shared-kernel/contracts/constants';
import { isId } from '@atrium/shared-kernel/contracts/id';
import { catchError, EMPTY, exhaustMap, filter, finalize, from, map, merge, takeWhile, timer } from 'rxjs';
import type { ChatRemote } from '../remote.ts';
import { batches } from '../reply/batches.ts';
import { asFailed, isStale, type LiveMessage, ofService } from '../reply/reply.ts';
import { withMessage, withReplyItem } from './thread.ts';
import type { Threads } from './threads.ts';

type Part = Pick<ChatRemote, 'client' | 'scope'>;

/**
 * Brings a pending message to its end: the resume stream continues it where it stands, and below it the service is
 * polled every 2.5 s after 1 s (B4.17). A message that is too old or was never known to the service fails (B4.18).
 */
export const watchPending = ({ client, scope }: Part, threads: Threads, threadKey: string, key: string): void => {
  const message = () => threads.get(threadKey)?.messages.find((one) => one.key === key);
  const waiting = () => message()?.pending === true;
  const change = (apply: (one: LiveMessage) => LiveMessage) => threads.changeMessage(threadKey, key, apply);

  const poll$ = timer(messagePoll.first, messagePoll.every).pipe(
    takeWhile(waiting),
    exhaustMap(() => {
      const now = message();
      if (!now) return EMPTY;
      if (isStale(now, Date.now())) {
        change(asFailed);
        return EMPTY;
      }
      return from(client.call(calls.chat.getMessage, { id: now._id }, { signal: scope.signal })).pipe(
        filter((fetched) => !fetched.pending),
        map((fetched) => () => change(() => ({ ...ofService(fetched), key }))),
        // The next poll asks again; age ends it.
        catchError(() => EMPTY),
      );
    }),
  );

  const follow = () => {
    const now = message();
    if (!now || !isId(now._id)) return EMPTY;
    return batches((signal) =>
      client.stream(calls.chat.followReply, { messageId: now._id, after: now.seq }, { signal }),
    ).pipe(
      map(
        (items) => () =>
          threads.change(threadKey, (thread) => {
            const live = withMessage(thread, key, (one) => ({
              ...one,
              streaming: true,
              content: one.seq === 0 ? '' : one.content,
              thoughts: one.seq === 0 ? [] : one.thoughts,
            }));
            return items.reduce((next, item) => withReplyItem(next, key, item), live);
          }),
      ),
      // The poll goes on below.
      catchError(() => {
        change((one) => ({ ...one, streaming: false }));
        return EMPTY;
      }),
      finalize(() => change((one) => (one.streaming ? { ...one, streaming: false } : one))),
    );
  };
  const follow$ = timer(0, messagePoll.every).pipe(takeWhile(waiting), exhaustMap(follow));

  merge(follow$, poll$)
    .pipe(scope.until())
    .subscribe((apply) => apply());
};
