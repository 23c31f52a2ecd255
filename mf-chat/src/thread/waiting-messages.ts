import type { Behavior, Outbox, WaitingChange } from '@atrium/shared-kernel/remote';
import { BehaviorSubject, combineLatest, distinctUntilChanged, map } from 'rxjs';
import { type Draft, parseDraft, storedDraft } from '../draft/draft.ts';
import type { ChatRemote } from '../remote.ts';
import type { Selection } from './selection.ts';
import { inputOf, type SendResult } from './send.ts';
import type { Thread } from './thread.ts';
import type { Threads } from './threads.ts';

/** A message of the chat on the screen that waits for the network. */
export interface WaitingDraft extends Draft {
  /** Behind a message or another change of its chat that was refused, it waits for what becomes of that. */
  readonly state: WaitingChange['state'] | 'behind-message' | 'behind-change';
  readonly reason: string | undefined;
  /** Resolves with whether it will not be sent. */
  readonly cancel: () => Promise<boolean>;
}

type Send = (thread: Thread, draft: Draft, replaces?: string) => Promise<SendResult>;

export interface WaitingMessages {
  /** The waiting messages of the chat on the screen. */
  readonly drafts$: Behavior<readonly WaitingDraft[]>;
  /** Sends a message. It waits if there is no network, or if earlier ones wait. */
  readonly send: Send;
}

interface Parts {
  readonly threads: Threads;
  readonly selection$: Behavior<Selection>;
  readonly send: Send;
  /** Called when the first message of a thread has created a chat. */
  readonly onChatCreated: (threadKey: string, chatId: string, copied: boolean) => void;
  readonly load: (threadKey: string, part: 'end') => Promise<void>;
}

const stateOf = ({ id, state, subjects }: WaitingChange, all: readonly WaitingChange[]): WaitingDraft['state'] => {
  const refused = all.find(
    (one) => one.id < id && one.state === 'refused' && one.subjects.some((subject) => subjects.includes(subject)),
  );
  if (state !== 'waiting' || !refused) return state;
  return refused.message ? 'behind-message' : 'behind-change';
};

/** Messages that are written without a network wait in the shell, and are shown at the composer of their chat. */
export const createWaitingMessages = (
  remote: ChatRemote,
  outbox: Outbox,
  { threads, selection$, send, onChatCreated, load }: Parts,
): WaitingMessages => {
  const { online$, scope } = remote;
  // Thread keys start at one on each page, so a prefix makes them unique.
  const prefix = `${crypto.randomUUID()} `;
  const isOf = ({ message }: WaitingChange, { key, chatId }: Pick<Thread, 'key' | 'chatId'>): boolean =>
    message !== undefined &&
    (message.chatId === undefined ? message.thread === prefix + key : message.chatId === chatId);

  const drafts$ = new BehaviorSubject<readonly WaitingDraft[]>([]);
  const shown$ = threads.current$.pipe(
    map(({ key, chatId }) => ({ key, chatId })),
    distinctUntilChanged((one, two) => one.key === two.key && one.chatId === two.chatId),
  );
  combineLatest([outbox.waiting$, shown$])
    .pipe(
      map(([changes, shown]) =>
        changes
          .filter((change) => isOf(change, shown))
          .map((change) => ({
            ...parseDraft(change.message?.draft),
            state: stateOf(change, changes),
            reason: change.reason,
            cancel: () => outbox.cancel(change.id),
          })),
      ),
      scope.until(),
    )
    .subscribe((drafts) => {
      if (drafts.length + drafts$.value.length > 0) drafts$.next(drafts);
    });
  outbox.chatCreated$.pipe(scope.until()).subscribe(({ thread, chatId }) => {
    const key = thread.slice(prefix.length);
    const own = thread.startsWith(prefix) ? threads.get(key) : undefined;
    if (!own || own.chatId !== undefined) return;
    threads.change(key, (one) => ({ ...one, chatId }));
    onChatCreated(key, chatId, false);
    void load(key, 'end');
  });

  const enqueue = async (thread: Thread, draft: Draft): Promise<boolean> => {
    const { key, shareId, fn, secure, temporary, load: state } = thread;
    if (state !== 'ready' || shareId !== undefined || fn !== undefined) return false;
    // Messages of these chats are not stored in the browser.
    if (secure || draft.modes.secure || temporary) return false;
    const input = inputOf(remote, thread, selection$.value, draft, undefined);
    const queued = await outbox.addMessage({ input, thread: prefix + key, draft: storedDraft(draft) ?? '' });
    // The chat will use it from this message on, so what is written next is answered by it, too.
    if (queued && draft.model) threads.change(key, (one) => ({ ...one, model: draft.model }));
    return queued;
  };
  return {
    drafts$,
    async send(thread, draft, replaces) {
      const blocked = outbox.waiting$.value.some((change) => change.state !== 'refused' && isOf(change, thread));
      if (replaces !== undefined || (online$.value && !blocked)) return send(thread, draft, replaces);
      return (await enqueue(thread, draft)) ? { accepted: true } : send(thread, draft);
    },
  };
};
