import { messageOf } from '@atrium/shared-kernel/client';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import { toastTimes } from '@atrium/shared-kernel/contracts/constants';
import * as events from '#contracts/events';
import { isId } from '@atrium/shared-kernel/contracts/id';
import type { Behavior, Outbox } from '@atrium/shared-kernel/remote';
import { BehaviorSubject, distinctUntilChanged, type Observable, switchMap, take, timer } from 'rxjs';
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
  /** What has messages wait for the network, once the shell can hold them. */
  readonly waiting$: Behavior<WaitingMessages | undefined>;
  /** Sends a draft; with `replaces` in the place of that message, which stays as another version. */
  readonly send: (draft: Draft, replaces?: string) => Promise<SendResult>;
  /** Threads whose reply ended while another one is on the screen. */
  readonly endedBehind$: Observable<Thread>;
  /** Sends a draft to such a thread, behind the one on the screen. */
  readonly sendBehind: (thread: Thread, draft: Draft) => Promise<SendResult>;
  /** Shows the branch of a version; answers whether it is shown. */
  readonly select: (messageId: string) => Promise<boolean>;
  /** Somebody types: until they rest, what streams is shown in longer steps. */
  readonly typed: () => void;
  /** Ends the reply; its text so far stays. */
  readonly stop: () => void;
  readonly reload: () => void;
  /** Says whether the new chat on the screen begins as a temporary one. */
  readonly setTemporary: (temporary: boolean) => void;
  /** Tries again to fetch what stands before the messages that are there. */
  readonly loadEarlier: () => void;
  /** Reports an answer of an own chat, after a confirmation; its buttons go with that. */
  readonly report: (messageId: string) => Promise<void>;
}

/** Ends replies at the service; one that it has not named yet is stopped as soon as it is. */
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
  load: (key: string) => Promise<void>,
];

const loadDeferred = () => import('./deferred-commands.ts');

/** What needs an answer that is there: its code loads with the first use. */
const deferredCommands = (remote: ChatRemote, threads: Threads, load: (key: string) => Promise<void>) => ({
  select: async (messageId: string) => {
    const { createSelectVersion } = await loadDeferred();
    return createSelectVersion(remote, threads, load)(messageId);
  },
  report: async (messageId: string) => {
    const { createReport } = await loadDeferred();
    await createReport(remote, threads)(messageId);
  },
  adopt: (threadKey: string) => {
    loadDeferred().then(
      ({ adopt }) => adopt(remote, threads, threadKey),
      // What was shared stays readable as it is.
      () => undefined,
    );
  },
});

/** Once the shell can hold messages, the code that has them wait comes: without a network it could not. */
const withOutbox = (
  { outbox$, scope }: ChatRemote,
  use: (deferred: Awaited<ReturnType<typeof loadDeferred>>, outbox: Outbox) => void,
): void => {
  outbox$?.pipe(scope.until()).subscribe((outbox) => {
    if (!outbox) return;
    loadDeferred().then(
      (deferred) => use(deferred, outbox),
      // Messages fail at once where there is no network.
      () => undefined,
    );
  });
};

/** From the first time that something is said elsewhere, the code that follows it listens by itself. */
const followElsewhere = (...parts: FollowParts): void => {
  parts[0].bus
    .on(events.shell.messagesChanged)
    .pipe(take(1))
    .subscribe(({ chatIds }) => {
      loadDeferred().then(
        ({ createFollowElsewhere }) => createFollowElsewhere(...parts, chatIds),
        // The next visit of the chat shows it.
        () => undefined,
      );
    });
};

/** The agent and the collection of the next chat; `reset` where another one asks for an empty chat. */
const createSelection = (bus: ChatRemote['bus'], reset: () => void): Behavior<Selection> => {
  const selection$ = new BehaviorSubject<Selection>({});
  // What is replayed at the start was selected before and resets nothing.
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
    // The same collection is selected again when it was renamed.
    if (tag && tag._id !== before?._id && listening) reset();
  });
  listening = true;
  return selection$;
};

/** Tells which chat is on the screen, and what it is called. */
const tellOpened = ({ bus, scope }: ChatRemote, { current$ }: Threads): void => {
  const same = (one: Thread, two: Thread) => one.chatId === two.chatId && one.title === two.title;
  current$.pipe(distinctUntilChanged(same), scope.until()).subscribe(({ chatId, title }) => {
    bus.emit(events.chat.opened, { ...(chatId ? { chatId } : {}), ...(title ? { title } : {}) });
  });
};

/** Milliseconds after which a screen that has begun has time for what nobody waits for. */
const settled = 2000;

/** Emits which replies run, here and elsewhere, once the screen stands. */
const tellRunning = (remote: ChatRemote, { running$ }: Threads): void => {
  timer(settled)
    .pipe(
      switchMap(() => import('./running-replies.ts')),
      remote.scope.until(),
    )
    // Without its code no chat is marked.
    .subscribe({ next: ({ emitRunningReplies }) => emitRunningReplies(remote, running$), error: () => undefined });
};

/** New, deleted and renamed chats, wherever that was asked for. */
const followChats = (bus: ChatRemote['bus'], threads: Threads, reset: () => void): void => {
  bus.on(events.workspace.newChatRequested).subscribe(reset);
  bus.on(events.workspace.chatDeleted).subscribe(({ chatId }) => {
    if (threads.current$.value.chatId === chatId) reset();
    // Last: a reply that was still arriving has been put behind by then.
    threads.drop(chatId);
  });
  bus.on(events.workspace.chatRenamed).subscribe(({ chatId, title }) => {
    for (const thread of threads.all())
      if (thread.chatId === chatId && thread.title !== title)
        threads.change(thread.key, (one) => ({ ...one, title, fresh: false }));
  });
};

/** Owns the messages of the open chat, and of chats whose replies go on while another is on the screen. */
export const createThreadModel = (remote: ChatRemote): ThreadModel => {
  const { bus, navigation } = remote;
  const threads = createThreads();
  const typing = createTyping();
  const watch = (threadKey: string, messageKey: string) => watchPending(remote, threads, threadKey, messageKey, typing);

  const { stopReply, stop } = createStop(remote, threads);
  const { load, loadEarlier } = createLoad(remote, threads, watch, typing);

  const reset = followAddress(remote, threads, (key) => void load(key, 'end'));
  tellOpened(remote, threads);
  tellRunning(remote, threads);
  followChats(bus, threads, reset);
  const selection$ = createSelection(bus, reset);

  const { select, report, adopt } = deferredCommands(remote, threads, load);
  followElsewhere(remote, threads, watch, load);
  const made = (threadKey: string, chatId: string, copied: boolean) => {
    if (copied) adopt(threadKey);
    if (threads.current$.value.key !== threadKey) return;
    const rest = { id: undefined, function: undefined, flow: undefined, collection: undefined };
    navigation.setQuery({ chat: chatId, ...rest }, { replace: true });
  };
  let send = createSend({
    remote,
    threads,
    selection: () => selection$.value,
    typing,
    lost: watch,
    identified: stopReply,
    made,
  });
  const waiting$ = new BehaviorSubject<WaitingMessages | undefined>(undefined);
  withOutbox(remote, ({ createWaitingMessages }, outbox) => {
    const waiting = createWaitingMessages(remote, outbox, { threads, selection$, send, made, load });
    ({ send } = waiting);
    waiting$.next(waiting);
  });

  const setTemporary = (temporary: boolean) =>
    threads.change(threads.current$.value.key, (thread) => ({ ...thread, temporary }));
  // One that was to be temporary is so again after a reload: before anything could be sent.
  if (navigation.location$.value.search === '' && remote.storage.session.get('temporary')) setTemporary(true);

  return {
    thread$: threads.current$,
    selection$,
    waiting$,
    send: (draft, replaces) => send(threads.current$.value, draft, replaces),
    endedBehind$: threads.endedBehind$,
    sendBehind(thread, draft) {
      threads.keep(thread);
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
