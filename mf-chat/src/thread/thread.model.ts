import { messageOf } from '@atrium/shared-kernel/client';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import { toastTimes } from '@atrium/shared-kernel/contracts/constants';
import * as events from '#contracts/events';
import { isId } from '@atrium/shared-kernel/contracts/id';
import type { Behavior, Outbox } from '@atrium/shared-kernel/remote';
import { BehaviorSubject, distinctUntilChanged, type Observable, switchMap, timer } from 'rxjs';
import type { Draft } from '../draft/draft.ts';
import type { ChatRemote } from '../remote.ts';
import { createTyping } from '../reply/user-typing.ts';
import { followAddress } from './follow-address.ts';
import { watchPending } from './life-cycle.ts';
import { createLoad } from './load.ts';
import type { Selection } from './selection.ts';
import { createSend, type SendResult } from './send.ts';
import { isStreaming, type Thread } from './thread.ts';
import { createThreads, type Threads } from './threads.ts';
import type { WaitingMessages } from './waiting-messages.ts';

export interface ThreadModel {
  readonly thread$: Behavior<Thread>;
  readonly selection$: Behavior<Selection>;
  /** Messages that wait for the network, once the shell can store them. */
  readonly waiting$: Behavior<WaitingMessages | undefined>;
  /** Sends a draft. With `replaces` it replaces that message, which stays as another version. */
  readonly send: (draft: Draft, replaces?: string) => Promise<SendResult>;
  /** Emits threads whose reply ended while another one is on the screen. */
  readonly endedInBackground$: Observable<Thread>;
  /** Sends a draft to such a thread, in the background. */
  readonly sendInBackground: (thread: Thread, draft: Draft) => Promise<SendResult>;
  /** Shows the branch of a version. Resolves with whether it is shown. */
  readonly select: (messageId: string) => Promise<boolean>;
  /** Call on each keystroke: while the user types, streaming text is shown in longer steps. */
  readonly typed: () => void;
  /** Stops the reply. Its text so far stays. */
  readonly stop: () => void;
  readonly reload: () => void;
  /** Sets whether the new chat on the screen is temporary. */
  readonly setTemporary: (temporary: boolean) => void;
  /** Tries again to fetch the messages before the loaded ones. */
  readonly loadEarlier: () => void;
  /** Reports an answer in an own chat after a confirmation, which removes its buttons. */
  readonly report: (messageId: string) => Promise<void>;
}

/** Stops replies at the service. One without an id yet is stopped as soon as it has one. */
const createStop = ({ client, alerts }: ChatRemote, threads: Threads) => {
  const stopReply = (messageId: string) => {
    client.call(calls.chat.stopReply, { messageId }).catch((error: unknown) => {
      for (const { key, messages } of threads.all())
        for (const message of messages)
          if (message._id === messageId)
            threads.changeMessage(key, message.key, (one) => ({ ...one, stopping: false }));
      alerts.show({ message: messageOf(error, 'Failed to stop the reply.'), type: 'error', time: toastTimes.medium });
    });
  };
  const stop = () => {
    const { key, messages } = threads.current$.value;
    for (const message of messages) {
      if (!message.pending || message.stopping) continue;
      threads.changeMessage(key, message.key, (one) => ({ ...one, stopping: true }));
      if (isId(message._id)) stopReply(message._id);
    }
  };
  return { stopReply, stop };
};

type FollowParts = [
  remote: ChatRemote,
  threads: Threads,
  watch: (threadKey: string, messageKey: string) => void,
  loadEarlier: (key: string) => Promise<void>,
];

const loadDeferred = () => import('./deferred-commands.ts');

/** Commands that need a finished answer. Their code loads with the first use. */
const deferredCommands = (remote: ChatRemote, threads: Threads, load: (key: string) => Promise<void>) => ({
  select: async (messageId: string) => {
    const { createSelectVersion } = await loadDeferred();
    return createSelectVersion(remote, threads, load)(messageId);
  },
  report: async (messageId: string) => {
    const { createReport } = await loadDeferred();
    await createReport(remote, threads)(messageId);
  },
  loadAfterReply: async () => (await loadDeferred()).createAfterReply(remote, threads),
  adopt: (threadKey: string) => {
    loadDeferred().then(
      ({ adopt }) => adopt(remote, threads, threadKey),
      // The shared chat stays readable.
      () => undefined,
    );
  },
});

/**
 * Loads the code for waiting messages as soon as the shell can store them, because without a network it could not be
 * loaded.
 */
const withOutbox = (
  { outbox$, scope }: ChatRemote,
  use: (deferred: Awaited<ReturnType<typeof loadDeferred>>, outbox: Outbox) => void,
): void => {
  outbox$?.pipe(scope.until()).subscribe((outbox) => {
    if (!outbox) return;
    loadDeferred().then(
      (deferred) => use(deferred, outbox),
      // Without that code, messages fail at once while there is no network.
      () => undefined,
    );
  });
};

/** Loads the code that follows changes of other tabs with the first such change. It then listens by itself. */
const followChanges = (...parts: FollowParts): void => {
  /** The chats of the changes that come before the code does. */
  const missed: (readonly string[] | undefined)[] = [];
  let following = false;
  const begin = ({ createFollowChanges }: Awaited<ReturnType<typeof loadDeferred>>) => {
    if (!following) createFollowChanges(...parts, missed);
    following = true;
  };
  parts[0].bus.on(events.shell.messagesChanged).subscribe(({ chatIds }) => {
    if (following) return;
    missed.push(chatIds);
    // If it fails, the next change loads it again.
    loadDeferred().then(begin, () => undefined);
  });
};

/** The agent and the collection of the next chat. Calls `reset` when another one needs an empty chat. */
const createSelection = (bus: ChatRemote['bus'], reset: () => void): Behavior<Selection> => {
  const selection$ = new BehaviorSubject<Selection>({});
  // A selection that is replayed at the start was made before, so it resets nothing.
  let listening = false;
  bus.on(events.workspace.agentSelected).subscribe(({ agent, replaces }) => {
    const { flow: before, agentTitle: _, agentWelcome: __, ...others } = selection$.value;
    selection$.next(
      agent
        ? {
            ...others,
            flow: agent._id,
            agentTitle: agent.title,
            ...(agent.welcomeMessage ? { agentWelcome: agent.welcomeMessage } : {}),
          }
        : others,
    );
    const continues = before !== undefined && (agent?._id === before || replaces === before);
    if (agent && !continues && listening) reset();
  });
  bus.on(events.workspace.collectionSelected).subscribe(({ tag }) => {
    const { tag: before, ...others } = selection$.value;
    selection$.next(tag ? { ...others, tag } : others);
    // A collection is selected again when it was renamed.
    if (tag && tag._id !== before?._id && listening) reset();
  });
  listening = true;
  return selection$;
};

/** Emits which chat is on the screen, and its title. */
const emitOpened = ({ bus, scope }: ChatRemote, { current$ }: Threads): void => {
  const same = (one: Thread, two: Thread) => one.chatId === two.chatId && one.title === two.title;
  current$.pipe(distinctUntilChanged(same), scope.until()).subscribe(({ chatId, title }) => {
    bus.emit(events.chat.opened, { ...(chatId ? { chatId } : {}), ...(title ? { title } : {}) });
  });
};

/** Milliseconds after which the screen has time for work that nobody waits for. */
const settleTime = 2000;

/** Emits which replies are running, here and elsewhere, once the screen has settled. */
const emitRunning = (remote: ChatRemote, { running$ }: Threads): void => {
  timer(settleTime)
    .pipe(
      switchMap(() => import('./running-replies.ts')),
      remote.scope.until(),
    )
    // Without that code no chat is marked.
    .subscribe({ next: ({ emitRunningReplies }) => emitRunningReplies(remote, running$), error: () => undefined });
};

/** Follows new, deleted and renamed chats, wherever that happened. */
const followChats = (bus: ChatRemote['bus'], threads: Threads, reset: () => void): void => {
  bus.on(events.workspace.newChatRequested).subscribe(reset);
  bus.on(events.workspace.chatDeleted).subscribe(({ chatId }) => {
    if (threads.current$.value.chatId === chatId) reset();
    // Comes last, because a reply that was still arriving is in the background by then.
    threads.drop(chatId);
  });
  bus.on(events.workspace.chatRenamed).subscribe(({ chatId, title }) => {
    for (const thread of threads.all())
      if (thread.chatId === chatId && thread.title !== title)
        threads.change(thread.key, (one) => ({ ...one, title, fresh: false }));
  });
};

/** Owns the messages of the open chat, and of chats whose replies continue in the background. */
export const createThreadModel = (remote: ChatRemote): ThreadModel => {
  const { bus, navigation } = remote;
  const threads = createThreads();
  const typing = createTyping();
  const watch = (threadKey: string, messageKey: string) => watchPending(remote, threads, threadKey, messageKey, typing);

  const { stopReply, stop } = createStop(remote, threads);
  const { load, loadEarlier } = createLoad(remote, threads, watch, typing);

  const waiting$ = new BehaviorSubject<WaitingMessages | undefined>(undefined);
  const hasWaiting = () => (waiting$.value?.drafts$.value.length ?? 0) > 0;
  const reset = followAddress(remote, threads, (key) => void load(key, 'end'), hasWaiting);
  emitOpened(remote, threads);
  emitRunning(remote, threads);
  followChats(bus, threads, reset);
  const selection$ = createSelection(bus, reset);

  const { select, report, adopt, loadAfterReply } = deferredCommands(remote, threads, load);
  followChanges(remote, threads, watch, loadEarlier);
  const onChatCreated = (threadKey: string, chatId: string, copied: boolean) => {
    if (copied) adopt(threadKey);
    if (threads.current$.value.key !== threadKey) return;
    const otherParameters = { id: undefined, function: undefined, flow: undefined, collection: undefined };
    navigation.setQuery({ chat: chatId, ...otherParameters }, { replace: true });
  };
  let send = createSend({
    remote,
    threads,
    selection: () => selection$.value,
    typing,
    onLost: watch,
    onIdentified: stopReply,
    onChatCreated,
    loadAfterReply,
  });
  withOutbox(remote, ({ createWaitingMessages }, outbox) => {
    const waitingMessages = createWaitingMessages(remote, outbox, { threads, selection$, send, onChatCreated, load });
    ({ send } = waitingMessages);
    waiting$.next(waitingMessages);
  });

  const setTemporary = (temporary: boolean) =>
    threads.change(threads.current$.value.key, (thread) => ({ ...thread, temporary }));
  // After a reload, a chat that was to be temporary is so again, before anything can be sent.
  if (navigation.location$.value.search === '' && remote.storage.session.get('temporary')) setTemporary(true);

  return {
    thread$: threads.current$,
    selection$,
    waiting$,
    send: (draft, replaces) => send(threads.current$.value, draft, replaces),
    endedInBackground$: threads.endedInBackground$,
    sendInBackground(thread, draft) {
      threads.retain(thread);
      return send(thread, draft);
    },
    select,
    report,
    typed: typing.pressed,
    stop,
    setTemporary,
    loadEarlier: () => void loadEarlier(threads.current$.value.key),
    reload() {
      const { key, chatId, shareId } = threads.current$.value;
      if ((chatId ?? shareId) !== undefined && !isStreaming(threads.current$.value)) void load(key, 'end');
    },
  };
};
