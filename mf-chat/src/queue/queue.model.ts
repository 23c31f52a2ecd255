import type { Behavior } from '@atrium/shared-kernel/remote';
import { BehaviorSubject, combineLatest, type Observable } from 'rxjs';
import { type Draft, parseDraft, storedDraft } from '../draft/draft.ts';
import type { ChatRemote } from '../remote.ts';
import type { SendResult } from '../thread/send.ts';
import { isWaiting, staysInMemory, type Thread } from '../thread/thread.ts';

export interface QueueModel {
  /**
   * The messages that wait in the chat on the screen until its reply has ended, in the order in which they are sent.
   */
  readonly queued$: Behavior<readonly Draft[]>;
  readonly add: (draft: Draft) => void;
  /** Moves a message from the queue back into the composer. */
  readonly cancel: (sendId: string) => void;
}

interface Parts {
  readonly thread$: Behavior<Thread>;
  readonly send: (draft: Draft) => Promise<SendResult>;
  /** Threads that are not on the screen and whose reply has ended, and how to send something there. */
  readonly endedInBackground$: Observable<Thread>;
  readonly sendInBackground: (thread: Thread, draft: Draft) => Promise<SendResult>;
  /**
   * Puts a draft back into the composer of the chat on the screen, before what is written there. False if they do not
   * make one message.
   */
  readonly restoreDraft: (draft: Draft) => boolean;
}

const listIn = (stored: string | undefined): Draft[] => {
  if (stored === undefined) return [];
  try {
    const list: unknown = JSON.parse(stored);
    return Array.isArray(list) ? list.filter((one) => typeof one === 'string').map(parseDraft) : [];
  } catch {
    return [];
  }
};

/** Queues by key, also in session storage. Those of secure and temporary chats stay in memory. */
const createQueueStore = ({ session }: ChatRemote['storage']) => {
  const queues = new Map<string, readonly Draft[]>();
  /** Keys of queues that stay in memory, even once another chat is on the screen. */
  const memoryOnly = new Set<string>();
  const get = (key: string) => queues.get(key) ?? listIn(session.get(key));
  const set = (key: string, drafts: readonly Draft[], inMemory: boolean) => {
    queues.set(key, drafts);
    if (inMemory) memoryOnly.add(key);
    if (drafts.length === 0 || memoryOnly.has(key) || drafts.some(({ modes }) => modes.secure)) session.remove(key);
    else session.set(key, JSON.stringify(drafts.map((draft) => storedDraft(draft) ?? '')));
  };
  return {
    /** Whether there was such a queue in this model, not only in the storage. */
    has: (key: string) => queues.has(key),
    get,
    set,
    /** Puts what waits under `from` in this model before what waits under `to`. */
    move(from: string, to: string, inMemory: boolean) {
      const moved = queues.get(from) ?? [];
      if (from === to || moved.length === 0) return;
      set(from, [], false);
      set(to, [...moved, ...get(to)], inMemory);
    },
  };
};

/**
 * Puts drafts back into the composer, the last one first, since each goes before what is written already. Gives those
 * that make no message with them: there is one voice note in each.
 */
const putBack = (drafts: readonly Draft[], restore: Parts['restoreDraft']): readonly Draft[] => {
  const second = drafts.filter(({ voiceNote }) => voiceNote !== undefined)[1];
  const end = second ? drafts.indexOf(second) : drafts.length;
  const kept = drafts
    .slice(0, end)
    .toReversed()
    .filter((draft) => !restore(draft));
  return [...kept.toReversed(), ...drafts.slice(end)];
};

/**
 * Messages that were sent while a reply was streaming. Each is sent when the reply before it has ended. If that reply
 * failed, or the message cannot be sent, it returns to the composer. The queue and its send ids survive a reload.
 */
export const createQueueModel = (
  { storage, scope, session }: Pick<ChatRemote, 'storage' | 'scope' | 'session'>,
  { thread$, send, endedInBackground$, sendInBackground, restoreDraft }: Parts,
): QueueModel => {
  const queued$ = new BehaviorSubject<readonly Draft[]>([]);
  const store = createQueueStore(storage);
  let userId = '';
  let shown: { readonly threadKey: string; readonly key: string } | undefined;
  const sending = new Set<string>();
  /** Threads whose reply ended before the result of their last send was known. */
  const endedEarly = new Map<string, Thread>();

  const put = (key: string, drafts: readonly Draft[]) => {
    store.set(key, drafts, key === shown?.key && staysInMemory(thread$.value));
    if (key === shown?.key) queued$.next(drafts);
  };

  const returnAll = (key: string, drafts: readonly Draft[]) => put(key, putBack(drafts, restoreDraft));

  const next = async (key: string, deliver: Parts['send']) => {
    const [first, ...rest] = store.get(key);
    if (!first || sending.has(key)) return;
    sending.add(key);
    put(key, rest);
    const result = await deliver(first);
    sending.delete(key);
    const ended = endedEarly.get(key);
    endedEarly.delete(key);
    if (result.accepted) {
      if (key === shown?.key) check();
      else if (ended) onBackgroundEnd(ended);
      return;
    }
    const returned = { ...first, sendId: result.sendId, ...(result.noSpeech ? { voiceNote: undefined } : {}) };
    // While another chat is on the screen, the composer belongs to that one. The message waits in the queue.
    if (key === shown?.key) returnAll(key, [returned, ...store.get(key)]);
    else put(key, [returned, ...store.get(key)]);
  };

  const check = () => {
    const thread = thread$.value;
    if (!shown || sending.has(shown.key) || thread.load !== 'ready' || isWaiting(thread)) return;
    if (thread.messages.at(-1)?.failed) returnAll(shown.key, queued$.value);
    else void next(shown.key, send);
  };

  const keyFor = (id: string) => `queue.${userId}.${id}`;
  /** The key of the thread's queue, to which what was queued before it had a chat is moved. */
  const adopt = (thread: Thread, before = keyFor(thread.key)): string => {
    const key = keyFor(thread.chatId ?? thread.key);
    store.move(before, key, staysInMemory(thread));
    return key;
  };

  const onBackgroundEnd = (thread: Thread) => {
    const key = adopt(thread);
    if (sending.has(key)) endedEarly.set(key, thread);
    else if (!thread.messages.at(-1)?.failed) void next(key, (draft) => sendInBackground(thread, draft));
  };
  endedInBackground$.pipe(scope.until()).subscribe(onBackgroundEnd);

  combineLatest([thread$, session.user$])
    .pipe(scope.until())
    .subscribe(([thread, user]) => {
      userId = user?._id ?? userId;
      if (keyFor(thread.chatId ?? thread.key) !== shown?.key) {
        const key = adopt(thread, shown?.threadKey === thread.key ? shown.key : undefined);
        // What waited for a chat that another page or visit made belongs to no chat here, and is not sent by itself.
        const isForeign = thread.chatId === undefined && !store.has(key);
        shown = { threadKey: thread.key, key };
        if (isForeign) returnAll(key, store.get(key));
        else put(key, store.get(key));
      }
      // Whoever follows the thread as well is told of this state before the one after the send.
      queueMicrotask(check);
    });

  return {
    queued$,
    add(draft) {
      if (shown) put(shown.key, [...queued$.value, { ...draft, sendId: draft.sendId ?? crypto.randomUUID() }]);
    },
    cancel(sendId) {
      const canceled = queued$.value.find((draft) => draft.sendId === sendId);
      if (!shown || !canceled || !restoreDraft(canceled)) return;
      put(
        shown.key,
        queued$.value.filter((draft) => draft !== canceled),
      );
    },
  };
};
