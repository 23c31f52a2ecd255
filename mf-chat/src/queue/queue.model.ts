import type { Behavior } from '@atrium/shared-kernel/remote';
import { BehaviorSubject, combineLatest, type Observable } from 'rxjs';
import { type Draft, joined, parseDraft, storedDraft } from '../draft/draft.ts';
import type { ChatRemote } from '../remote.ts';
import type { SendResult } from '../thread/send.ts';
import { isWaiting, staysInMemory, type Thread } from '../thread/thread.ts';

export interface QueueModel {
  /** What waits in the chat on the screen until its reply has ended, in the order in which it is sent. */
  readonly queued$: Behavior<readonly Draft[]>;
  readonly add: (draft: Draft) => void;
  /** Takes a message out of the queue and back into the composer. */
  readonly cancel: (sendId: string) => void;
}

interface Parts {
  readonly thread$: Behavior<Thread>;
  readonly send: (draft: Draft) => Promise<SendResult>;
  /** Threads whose reply ended behind the one on the screen, and how something is sent there. */
  readonly endedBehind$: Observable<Thread>;
  readonly sendBehind: (thread: Thread, draft: Draft) => Promise<SendResult>;
  /** Gives a draft back to the composer of the chat on the screen. */
  readonly giveBack: (draft: Draft) => void;
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

/** Queues by their keys, also in the session's storage; what is said in a secure or a temporary chat stays in memory. */
const createQueueStore = ({ session }: ChatRemote['storage']) => {
  const queues = new Map<string, readonly Draft[]>();
  /** They stay in memory also once another chat is on the screen. */
  const unwritten = new Set<string>();
  return {
    get: (key: string) => queues.get(key) ?? listIn(session.get(key)),
    set(key: string, drafts: readonly Draft[], inMemory: boolean) {
      queues.set(key, drafts);
      if (inMemory) unwritten.add(key);
      if (drafts.length === 0 || unwritten.has(key) || drafts.some(({ modes }) => modes.secure)) session.remove(key);
      else session.set(key, JSON.stringify(drafts.map((draft) => storedDraft(draft) ?? '')));
    },
  };
};

/**
 * Messages that were sent while a reply was streaming. Each is sent when the reply before it has ended. Where that reply
 * failed, or the message cannot be sent, it returns to the composer. The queue survives a reload, and so do its send ids.
 */
export const createQueueModel = (
  { storage, scope, session }: Pick<ChatRemote, 'storage' | 'scope' | 'session'>,
  { thread$, send, endedBehind$, sendBehind, giveBack }: Parts,
): QueueModel => {
  const queued$ = new BehaviorSubject<readonly Draft[]>([]);
  const store = createQueueStore(storage);
  let owner = '';
  let shown: { readonly threadKey: string; readonly key: string } | undefined;
  const sending = new Set<string>();
  /** Threads that ended before their last send was known to be taken. */
  const endedEarly = new Map<string, Thread>();

  const put = (key: string, drafts: readonly Draft[]) => {
    store.set(key, drafts, key === shown?.key && staysInMemory(thread$.value));
    if (key === shown?.key) queued$.next(drafts);
  };

  const returnAll = (key: string, drafts: readonly Draft[]) => {
    put(key, []);
    const [first, ...rest] = drafts;
    if (first) giveBack(rest.reduce((before, next) => joined(before, next), first));
  };

  const next = async (key: string, deliver: Parts['send']) => {
    const [first, ...rest] = store.get(key);
    if (!first || sending.has(key)) return;
    sending.add(key);
    put(key, rest);
    const result = await deliver(first);
    sending.delete(key);
    const ended = endedEarly.get(key);
    endedEarly.delete(key);
    if (result.taken) {
      if (key === shown?.key) check();
      else if (ended) behindEnded(ended);
      return;
    }
    const back = { ...first, sendId: result.sendId, ...(result.noSpeech ? { voiceNote: undefined } : {}) };
    // Where another chat is on the screen the composer is not its own: it waits for that.
    if (key === shown?.key) returnAll(key, [back, ...store.get(key)]);
    else put(key, [back, ...store.get(key)]);
  };

  const check = () => {
    const thread = thread$.value;
    if (!shown || sending.has(shown.key) || thread.load !== 'ready' || isWaiting(thread)) return;
    if (thread.messages.at(-1)?.failed) returnAll(shown.key, queued$.value);
    else void next(shown.key, send);
  };

  const keyOf = ({ chatId, key }: Thread) => `queue.${owner}.${chatId ?? key}`;

  const behindEnded = (thread: Thread) => {
    const key = keyOf(thread);
    if (sending.has(key)) endedEarly.set(key, thread);
    else if (!thread.messages.at(-1)?.failed) void next(key, (draft) => sendBehind(thread, draft));
  };
  endedBehind$.pipe(scope.until()).subscribe(behindEnded);

  combineLatest([thread$, session.user$])
    .pipe(scope.until())
    .subscribe(([thread, user]) => {
      owner = user?._id ?? owner;
      const key = keyOf(thread);
      if (key !== shown?.key) {
        const before = shown;
        shown = { threadKey: thread.key, key };
        // The reply that is waited for made its chat.
        const moved = before?.threadKey === thread.key ? store.get(before.key) : [];
        if (before && moved.length > 0) put(before.key, []);
        put(key, [...moved, ...store.get(key)]);
      }
      check();
    });

  return {
    queued$,
    add(draft) {
      if (shown) put(shown.key, [...queued$.value, { ...draft, sendId: draft.sendId ?? crypto.randomUUID() }]);
    },
    cancel(sendId) {
      const canceled = queued$.value.find((draft) => draft.sendId === sendId);
      if (!shown || !canceled) return;
      put(
        shown.key,
        queued$.value.filter((draft) => draft !== canceled),
      );
      giveBack(canceled);
    },
  };
};
