import type { Outbox, WaitingChange } from '@atrium/shared-kernel/remote';
import { type BehaviorSubject, combineLatest, distinctUntilChanged, map } from 'rxjs';
import { type Draft, parseDraft, storedDraft } from '../draft/draft.ts';
import type { ChatRemote } from '../remote.ts';
import type { Thread } from './thread.ts';
import type { Threads } from './threads.ts';

/** A message of the chat on the screen that waits for the network. */
export interface WaitingDraft extends Draft {
  readonly state: WaitingChange['state'];
  readonly reason: string | undefined;
  /** Resolves with whether it will not be sent. */
  readonly cancel: () => Promise<boolean>;
}

interface Parts {
  readonly threads: Threads;
  readonly waiting$: BehaviorSubject<readonly WaitingDraft[]>;
  /** What the service is asked for a draft of a thread. */
  readonly inputOf: (thread: Thread, draft: Draft) => Parameters<Outbox['addMessage']>[0]['input'];
  /** The first message of a thread has been sent, and made this chat. */
  readonly begun: (threadKey: string, chatId: string) => void;
}

/** Has the message wait where there is no network, and behind those that wait; undefined where it doesn't. */
export type WaitForNetwork = (thread: Thread, draft: Draft) => Promise<boolean> | undefined;

/** Messages that are written without a network wait with the shell, and show at the composer of their chat. */
export const createWaitingMessages = (
  { online$, scope }: Pick<ChatRemote, 'online$' | 'scope'>,
  outbox: Outbox,
  { threads, waiting$, inputOf, begun }: Parts,
): WaitForNetwork => {
  // Threads are counted from one on each page.
  const prefix = `${crypto.randomUUID()} `;
  const isOf = ({ message }: WaitingChange, { key, chatId }: Pick<Thread, 'key' | 'chatId'>): boolean =>
    message !== undefined &&
    (message.chatId === undefined ? message.thread === prefix + key : message.chatId === chatId);

  const shown$ = threads.current$.pipe(
    map(({ key, chatId }) => ({ key, chatId })),
    distinctUntilChanged((one, two) => one.key === two.key && one.chatId === two.chatId),
  );
  combineLatest([outbox.waiting$, shown$])
    .pipe(
      map(([changes, shown]) =>
        changes
          .filter((change) => isOf(change, shown))
          .map(({ id, state, reason, message }) => ({
            ...parseDraft(message?.draft),
            state,
            reason,
            cancel: () => outbox.cancel(id),
          })),
      ),
      scope.until(),
    )
    .subscribe((drafts) => {
      if (drafts.length + waiting$.value.length > 0) waiting$.next(drafts);
    });
  outbox.begun$.pipe(scope.until()).subscribe(({ thread, chatId }) => {
    const key = thread.slice(prefix.length);
    const own = thread.startsWith(prefix) ? threads.get(key) : undefined;
    if (own && own.chatId === undefined) begun(key, chatId);
  });

  return (thread, draft) => {
    const { key, shareId, fn, secure, load } = thread;
    if (load !== 'ready' || shareId !== undefined || fn !== undefined || secure || draft.modes.secure) return undefined;
    const behind = outbox.waiting$.value.some((change) => change.state !== 'refused' && isOf(change, thread));
    if (online$.value && !behind) return undefined;
    return outbox.addMessage({
      input: inputOf(thread, draft),
      thread: prefix + key,
      draft: storedDraft(draft) ?? '',
    });
  };
};
