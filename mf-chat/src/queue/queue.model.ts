import type { Behavior } from '@atrium/shared-kernel/remote';
import { BehaviorSubject, combineLatest, type Observable } from 'rxjs';
import type { DetachedDraft, Draft } from '../draft/draft.ts';
import type { ChatRemote } from '../remote.ts';
import type { SendResult } from '../thread/send.ts';
import { isWaiting, staysInMemory, type Thread } from '../thread/thread.ts';
import { createCancel } from './cancel.ts';
import { createQueueStore } from './queue-store.ts';

export interface QueueModel {
  /**
   * The messages that wait in the chat on the screen until its reply has ended, in the order in which they are sent.
   */
  readonly queued$: Behavior<readonly Draft[]>;
  readonly add: (draft: Draft) => void;
  /**
   * Sends what does not come from the composer, such as an edited prompt. If the service refuses it, what is queued
   * returns to the composer.
   */
  readonly send: (draft: Draft, replaces?: string) => Promise<SendResult>;
  /**
   * Sends the composer's draft. If that fails, it goes back to its chat, and if the service refused it, so does what is
   * queued behind it.
   */
  readonly sendDraft: (detached: DetachedDraft) => Promise<void>;
  /** Moves a message from the queue back into the composer. */
  readonly cancel: (sendId: string) => void;
}

interface Parts {
  readonly thread$: Behavior<Thread>;
  readonly send: QueueModel['send'];
  /** Threads that are not on the screen and whose reply has ended, and how to send something there. */
  readonly endedInBackground$: Observable<Thread>;
  readonly sendInBackground: (thread: Thread, draft: Draft) => Promise<SendResult>;
  /**
   * Puts a draft back into the composer of the chat on the screen, before what is written there. False if they do not
   * make one message.
   */
  readonly restoreDraft: (draft: Draft) => boolean;
}

type Refused = Extract<SendResult, { accepted: false }>;

/** A draft that was not accepted, as it can be sent again. */
const unsentOf = (draft: Draft, { sendId, noSpeech }: Refused): Draft => ({
  ...draft,
  sendId,
  ...(noSpeech ? { voiceNote: undefined } : {}),
});

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
 * Sends one message of a chat at a time. `onAccepted` receives the key of its queue, and the thread if its reply ended in
 * the background before that was known.
 */
const createTurns = (onAccepted: (key: string, ended: Thread | undefined) => void) => {
  const sending = new Set<string>();
  const ended = new Map<string, Thread>();
  return {
    isSending: (key: string) => sending.has(key),
    endedEarly: (key: string, thread: Thread) => void ended.set(key, thread),
    async take(key: string, attempt: () => Promise<SendResult>, onRefused: (result: Refused) => void) {
      sending.add(key);
      const result = await attempt();
      sending.delete(key);
      const thread = ended.get(key);
      ended.delete(key);
      if (result.accepted) onAccepted(key, thread);
      else onRefused(result);
      return result;
    },
  };
};

interface CommandParts extends Pick<Parts, 'send' | 'restoreDraft'> {
  readonly queued$: QueueModel['queued$'];
  readonly shownKey: () => string | undefined;
  readonly store: ReturnType<typeof createQueueStore>;
  readonly turns: ReturnType<typeof createTurns>;
  readonly put: (key: string, drafts: readonly Draft[]) => void;
  readonly returnAll: (key: string, drafts: readonly Draft[], restore?: Parts['restoreDraft']) => void;
  readonly cancelInAllTabs: ReturnType<typeof createCancel>;
}

/** What the person does with the queue of the chat on the screen. */
const createCommands = ({
  queued$,
  shownKey,
  store,
  turns,
  put,
  returnAll,
  cancelInAllTabs,
  send,
  restoreDraft,
}: CommandParts): Omit<QueueModel, 'queued$'> => ({
  add(draft) {
    const key = shownKey();
    if (key === undefined) return;
    const added = { ...draft, sendId: draft.sendId ?? crypto.randomUUID() };
    // What returned to the composer was written before what is held.
    put(key, store.isHeld(key) ? [added, ...queued$.value] : [...queued$.value, added]);
    store.hold(key, false);
  },
  async send(draft, replaces) {
    const key = shownKey();
    if (key === undefined) return send(draft, replaces);
    return turns.take(
      key,
      () => send(draft, replaces),
      ({ lost }) => {
        if (!lost && key === shownKey()) returnAll(key, queued$.value);
      },
    );
  },
  async sendDraft({ draft, release, restore }) {
    const key = shownKey() ?? '';
    store.hold(key, false);
    await turns.take(
      key,
      () => send(draft),
      (result) => {
        const unsent = unsentOf(draft, result);
        if (result.lost) restore(unsent);
        else returnAll(key, [unsent, ...store.get(key)], restore);
      },
    );
    release();
  },
  cancel(sendId) {
    const key = shownKey();
    const canceled = queued$.value.find((draft) => draft.sendId === sendId);
    if (key !== undefined && canceled && restoreDraft(canceled)) cancelInAllTabs({ key, sendId });
  },
});

/** Sends the first message of a queue, unless it waits for something. */
const createNext =
  ({
    store,
    turns,
    put,
    returnAll,
    shownKey,
  }: Pick<CommandParts, 'store' | 'turns' | 'put' | 'returnAll' | 'shownKey'>) =>
  (key: string, deliver: (draft: Draft) => Promise<SendResult>): void => {
    const [first, ...rest] = store.get(key);
    if (!first || turns.isSending(key) || store.isHeld(key)) return;
    const attempt = async () => {
      store.sending.set(key, [first]);
      put(key, rest);
      const result = await deliver(first);
      store.settle(key);
      return result;
    };
    void turns.take(key, attempt, (result) => {
      const drafts = [unsentOf(first, result), ...store.get(key)];
      // While another chat is on the screen, the composer belongs to that one. The message waits in the queue.
      if (key === shownKey()) returnAll(key, drafts);
      else put(key, drafts);
    });
  };

/**
 * Messages that were sent while a reply was streaming. Each is sent when the reply before it has ended. If that reply
 * failed, or the message cannot be sent, it returns to the composer. The queue and its send ids survive a reload.
 */
export const createQueueModel = (
  remote: Pick<ChatRemote, 'storage' | 'scope' | 'session'>,
  { thread$, send, endedInBackground$, sendInBackground, restoreDraft }: Parts,
): QueueModel => {
  const queued$ = new BehaviorSubject<readonly Draft[]>([]);
  const { scope, session } = remote;
  const store = createQueueStore(remote);
  let userId = '';
  let shown: { readonly threadKey: string; readonly key: string } | undefined;
  const shownKey = () => shown?.key;

  const put = (key: string, drafts: readonly Draft[]) => {
    store.set(key, drafts, key === shown?.key && staysInMemory(thread$.value));
    if (key === shown?.key) queued$.next(drafts);
  };

  /** What does not fit in the composer waits until the person sends that. */
  const returnAll = (key: string, drafts: readonly Draft[], restore = restoreDraft) => {
    const remaining = putBack(drafts, restore);
    put(key, remaining);
    store.hold(key, remaining.length > 0);
  };

  const turns = createTurns((key, ended) => {
    if (key === shown?.key) check();
    else if (ended) onBackgroundEnd(ended);
  });

  const next = createNext({ store, turns, put, returnAll, shownKey });

  const check = () => {
    const thread = thread$.value;
    if (!shown || turns.isSending(shown.key) || thread.load !== 'ready' || isWaiting(thread)) return;
    if (thread.messages.at(-1)?.failed) returnAll(shown.key, queued$.value);
    else next(shown.key, send);
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
    if (turns.isSending(key)) turns.endedEarly(key, thread);
    else if (!thread.messages.at(-1)?.failed) next(key, (draft) => sendInBackground(thread, draft));
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
    ...createCommands({
      queued$,
      shownKey,
      store,
      turns,
      put,
      returnAll,
      cancelInAllTabs: createCancel(scope, { get: store.get, put }),
      send,
      restoreDraft,
    }),
  };
};
