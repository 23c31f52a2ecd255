import type { Behavior } from '@atrium/shared-kernel/remote';
import { BehaviorSubject, type Observable, Subject } from 'rxjs';
import type { LiveMessage } from '../reply/reply.ts';
import { isFrom, isWaiting, newThread, type Source, type Thread, withMessage } from './thread.ts';

/** The threads in memory: the one on the screen, and those whose replies go on behind it. */
export interface Threads {
  readonly current$: Behavior<Thread>;
  /** Changes a thread wherever it is; one that is gone stays gone. */
  change(key: string, change: (thread: Thread) => Thread): void;
  changeMessage(key: string, messageKey: string, change: (message: LiveMessage) => LiveMessage): void;
  get(key: string): Thread | undefined;
  /** Puts a chat on the screen: the thread that is in memory, else a fresh one. Answers whether it is fresh. */
  show(source: Source): { key: string; fresh: boolean };
  drop(chatId: string): void;
  /** Ids of the chats whose replies are on their way. */
  readonly running$: Behavior<readonly string[]>;
  all(): readonly Thread[];
  /** Threads whose reply ended behind the one on the screen; they are gone by then. */
  readonly endedBehind$: Observable<Thread>;
  /** Keeps such a thread, for what is sent there next. */
  keep(thread: Thread): void;
}

export const createThreads = (): Threads => {
  let count = 0;
  const nextKey = () => `thread-${++count}`;
  const first = newThread(nextKey());
  const current$ = new BehaviorSubject(first);
  const behind = new Map<string, Thread>();
  const endedBehind$ = new Subject<Thread>();

  const running$ = new BehaviorSubject<readonly string[]>([]);
  const all = () => [current$.value, ...behind.values()];
  const follow = () => {
    const ids = all().flatMap((thread) => (thread.chatId !== undefined && isWaiting(thread) ? [thread.chatId] : []));
    if (ids.join() !== running$.value.join()) running$.next(ids);
  };

  const get = (key: string) => (current$.value.key === key ? current$.value : behind.get(key));
  const put = (thread: Thread) => {
    if (current$.value.key === thread.key) current$.next(thread);
    else if (isWaiting(thread)) behind.set(thread.key, thread);
    else if (behind.delete(thread.key)) endedBehind$.next(thread);
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
      const known = all().find((thread) => isFrom(thread, source));
      const left = current$.value;
      const next = known ?? newThread(nextKey(), source);
      behind.delete(next.key);
      current$.next(next);
      if (left.key === next.key) follow();
      else put(left);
      return { key: next.key, fresh: !known };
    },
    drop(chatId) {
      for (const [key, thread] of behind) if (thread.chatId === chatId) behind.delete(key);
      follow();
    },
    running$,
    all,
    endedBehind$,
    keep(thread) {
      if (current$.value.key !== thread.key) behind.set(thread.key, thread);
    },
  };
};
