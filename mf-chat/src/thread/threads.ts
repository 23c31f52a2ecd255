import type { Behavior } from '@atrium/shared-kernel/remote';
import { BehaviorSubject, type Observable, Subject } from 'rxjs';
import type { LiveMessage } from '../reply/reply.ts';
import { isFrom, isWaiting, newThread, type Source, type Thread, withMessage } from './thread.ts';

/** The threads in memory: the one on the screen, and those whose replies continue in the background. */
export interface Threads {
  readonly current$: Behavior<Thread>;
  /** Changes a thread wherever it is. One that is gone stays gone. */
  change(key: string, change: (thread: Thread) => Thread): void;
  changeMessage(key: string, messageKey: string, change: (message: LiveMessage) => LiveMessage): void;
  get(key: string): Thread | undefined;
  /** Puts a chat on the screen: the thread in memory, or else a fresh one. Returns whether it is fresh. */
  show(source: Source): { key: string; fresh: boolean };
  drop(chatId: string): void;
  /** Ids of the chats whose replies are pending. */
  readonly running$: Behavior<readonly string[]>;
  all(): readonly Thread[];
  /** Emits threads whose reply ended in the background. They are no longer in memory by then. */
  readonly endedInBackground$: Observable<Thread>;
  /** Retains such a thread, for what is sent there next. */
  retain(thread: Thread): void;
}

export const createThreads = (): Threads => {
  let count = 0;
  const nextKey = () => `thread-${++count}`;
  const first = newThread(nextKey());
  const current$ = new BehaviorSubject(first);
  const background = new Map<string, Thread>();
  const endedInBackground$ = new Subject<Thread>();

  const running$ = new BehaviorSubject<readonly string[]>([]);
  const all = () => [current$.value, ...background.values()];
  const follow = () => {
    const ids = all().flatMap((thread) => (thread.chatId !== undefined && isWaiting(thread) ? [thread.chatId] : []));
    if (ids.join() !== running$.value.join()) running$.next(ids);
  };

  const get = (key: string) => (current$.value.key === key ? current$.value : background.get(key));
  const put = (thread: Thread) => {
    if (current$.value.key === thread.key) current$.next(thread);
    else if (isWaiting(thread)) background.set(thread.key, thread);
    else if (background.delete(thread.key)) endedInBackground$.next(thread);
    follow();
  };
  const change: Threads['change'] = (key, apply) => {
    const thread = get(key);
    if (thread) put(apply(thread));
  };
  return {
    current$,
    get,
    change,
    changeMessage: (key, messageKey, apply) => change(key, (thread) => withMessage(thread, messageKey, apply)),
    show(source) {
      const existing = all().find((thread) => isFrom(thread, source));
      const previous = current$.value;
      const next = existing ?? newThread(nextKey(), source);
      background.delete(next.key);
      current$.next(next);
      if (previous.key === next.key) follow();
      else put(previous);
      return { key: next.key, fresh: !existing };
    },
    drop(chatId) {
      for (const [key, thread] of background) if (thread.chatId === chatId) background.delete(key);
      follow();
    },
    running$,
    all,
    endedInBackground$,
    retain(thread) {
      if (current$.value.key !== thread.key) background.set(thread.key, thread);
    },
  };
};
