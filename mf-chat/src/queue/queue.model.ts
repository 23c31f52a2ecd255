import type { Behavior } from '@atrium/shared-kernel/remote';
import { BehaviorSubject, combineLatest, type Observable } from 'rxjs';
import { type Draft, joined, parseDraft, storedDraft } from '../draft/draft.ts';
import type { ChatRemote } from '../remote.ts';
import type { SendResult } from '../thread/send.ts';
import { isWaiting, type Thread } from '../thread/thread.ts';

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

const listIn = (kept: string | undefined): Draft[] => {
  if (kept === undefined) return [];
  try {
    const list: unknown = JSON.parse(kept);
    return Array.isArray(list) ? list.filter((one) => typeof one === 'string').map(parseDraft) : [];
  } catch {
    return [];
  }
};

const kept = (drafts: readonly Draft[]): string => JSON.stringify(drafts.map((draft) => storedDraft(draft) ?? ''));

/**
 * Messages that were sent while a reply was written: each is sent when the reply before it has ended, and goes back to the
 * composer where that failed, or where it cannot be sent itself. They survive a reload; each keeps the name of its send.
 */
export const createQueueModel = (
  { storage, scope, session }: Pick<ChatRemote, 'storage' | 'scope' | 'session'>,
  { thread$, send, endedBehind$, sendBehind, giveBack }: Parts,
): QueueModel => {
  const queued$ = new BehaviorSubject<readonly Draft[]>([]);
  /** Queues of this page, by their places; a chat that has no id yet has its thread's key. */
  const queues = new Map<string, readonly Draft[]>();
  let owner = '';
  let shown: { readonly key: string; readonly place: string } | undefined;
  const sending = new Set<string>();
  /** Threads that ended before their last send was known to be taken. */
  const endedEarly = new Map<string, Thread>();

  const put = (place: string, drafts: readonly Draft[]) => {
    queues.set(place, drafts);
    const secure = drafts.some(({ modes }) => modes.secure) || (place === shown?.place && thread$.value.secure);
    // What is said in a secure chat is never written down.
    if (drafts.length === 0 || secure) storage.session.remove(place);
    else storage.session.set(place, kept(drafts));
    if (place === shown?.place) queued$.next(drafts);
  };
  const read = (place: string) => queues.get(place) ?? listIn(storage.session.get(place));

  const returnAll = (place: string, drafts: readonly Draft[]) => {
    put(place, []);
    const [first, ...rest] = drafts;
    if (first) giveBack(rest.reduce((before, next) => joined(before, next), first));
  };

  const next = async (place: string, deliver: Parts['send']) => {
    const [first, ...rest] = read(place);
    if (!first || sending.has(place)) return;
    sending.add(place);
    put(place, rest);
    const result = await deliver(first);
    sending.delete(place);
    const ended = endedEarly.get(place);
    endedEarly.delete(place);
    if (result.taken) {
      if (place === shown?.place) check();
      else if (ended) behindEnded(ended);
      return;
    }
    const back = { ...first, sendId: result.sendId, ...(result.unheard ? { voiceNote: undefined } : {}) };
    // Where another chat is on the screen the composer is not its own: it waits for that.
    if (place === shown?.place) returnAll(place, [back, ...read(place)]);
    else put(place, [back, ...read(place)]);
  };

  const check = () => {
    const thread = thread$.value;
    if (!shown || sending.has(shown.place) || thread.load !== 'ready' || isWaiting(thread)) return;
    if (thread.messages.at(-1)?.failed) returnAll(shown.place, queued$.value);
    else void next(shown.place, send);
  };

  const placeFor = ({ chatId, key }: Thread) => `queue.${owner}.${chatId ?? key}`;

  const behindEnded = (thread: Thread) => {
    const place = placeFor(thread);
    if (sending.has(place)) endedEarly.set(place, thread);
    else if (!thread.messages.at(-1)?.failed) void next(place, (draft) => sendBehind(thread, draft));
  };
  endedBehind$.pipe(scope.until()).subscribe(behindEnded);

  combineLatest([thread$, session.user$])
    .pipe(scope.until())
    .subscribe(([thread, user]) => {
      owner = user?._id ?? owner;
      const place = placeFor(thread);
      if (place !== shown?.place) {
        const before = shown;
        shown = { key: thread.key, place };
        // The reply that is waited for made its chat.
        const moved = before?.key === thread.key ? read(before.place) : [];
        if (before && moved.length > 0) put(before.place, []);
        put(place, [...moved, ...read(place)]);
      }
      check();
    });

  return {
    queued$,
    add(draft) {
      if (shown) put(shown.place, [...queued$.value, { ...draft, sendId: draft.sendId ?? crypto.randomUUID() }]);
    },
    cancel(sendId) {
      const cancelled = queued$.value.find((draft) => draft.sendId === sendId);
      if (!shown || !cancelled) return;
      put(
        shown.place,
        queued$.value.filter((draft) => draft !== cancelled),
      );
      giveBack(cancelled);
    },
  };
};
