import { isCallError, messageOf } from '@atrium/shared-kernel/client';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import { toastTimes } from '@atrium/shared-kernel/contracts/constants';
import * as events from '@atrium/shared-kernel/contracts/events';
import { isId } from '@atrium/shared-kernel/contracts/id';
import type { Behavior } from '@atrium/shared-kernel/remote';
import { BehaviorSubject, distinctUntilChanged, map } from 'rxjs';
import type { Draft } from '../composer/draft.ts';
import type { ChatRemote } from '../remote.ts';
import { ofService } from '../reply/reply.ts';
import { watchPending } from './life-cycle.ts';
import type { Selection } from './selection.ts';
import { createSend, type SendResult } from './send.ts';
import { isStreaming, type Thread } from './thread.ts';
import { createThreads } from './threads.ts';

export interface ThreadModel {
  readonly thread$: Behavior<Thread>;
  readonly selection$: Behavior<Selection>;
  readonly send: (draft: Draft) => Promise<SendResult>;
  /** Ends the reply; its text so far stays. */
  readonly stop: () => void;
  readonly reload: () => void;
}

const chatIn = (search: string): string | undefined => {
  const id = new URLSearchParams(search).get('chat');
  return isId(id) ? id : undefined;
};

/** Owns the messages of the open chat, and of chats whose replies go on while another is on the screen. */
export const createThreadModel = (remote: ChatRemote): ThreadModel => {
  const { bus, client, navigation, scope, alerts } = remote;
  const threads = createThreads();
  const selection$ = new BehaviorSubject<Selection>({});

  // What is replayed at the start was selected before and resets nothing.
  let listening = false;

  const watch = (threadKey: string, messageKey: string) => watchPending(remote, threads, threadKey, messageKey);

  const stopReply = (messageId: string) => {
    client.call(calls.chat.stopReply, { messageId }).catch((error: unknown) => {
      for (const { key, messages } of threads.all())
        for (const message of messages)
          if (message._id === messageId)
            threads.changeMessage(key, message.key, (one) => ({ ...one, stopping: false }));
      alerts.show({ message: messageOf(error, 'Failed to stop the reply.'), type: 'error', time: toastTimes.medium });
    });
  };

  const load = async (key: string, chatId: string) => {
    threads.change(key, (thread) => ({ ...thread, load: 'loading' }));
    try {
      const answer = await client.call(calls.chat.getChat, { chatId }, { signal: scope.signal });
      const messages = answer.messages.map(ofService);
      const title = answer.chat?.title ?? '';
      threads.change(key, (thread) => ({
        ...thread,
        messages,
        title,
        load: 'ready',
        lengthWarning: answer.chat?.lengthWarning ?? false,
        secure: answer.chat?.secure ?? false,
      }));
      for (const message of messages) if (message.pending) watch(key, message.key);
    } catch (error) {
      if (!isCallError(error)) {
        if (scope.signal.aborted) return;
        throw error;
      }
      threads.change(key, (thread) => ({ ...thread, load: 'failed' }));
    }
  };

  const open = (chatId: string | undefined) => {
    const current = threads.current$.value;
    const blank = current.chatId === undefined && current.messages.length === 0;
    if (chatId === undefined ? blank : current.chatId === chatId) return;
    const { key, fresh } = threads.show(chatId);
    if (fresh && chatId) void load(key, chatId);
    bus.emit(events.chat.opened, chatId ? { chatId } : {});
  };

  const reset = () => {
    open(undefined);
    // Whoever asked for a new chat may go there by itself: two entries of the history would break the way back.
    queueMicrotask(() => {
      const left = threads.current$.value.chatId === undefined && chatIn(navigation.location$.value.search);
      if (left && !scope.signal.aborted) navigation.setQuery({ chat: undefined });
    });
  };

  navigation.location$
    .pipe(
      map(({ pathname, search }) => (pathname === '/' ? chatIn(search) : threads.current$.value.chatId)),
      distinctUntilChanged(),
      scope.until(),
    )
    .subscribe(open);
  bus.on(events.workspace.newChatRequested).subscribe(reset);
  bus.on(events.workspace.chatDeleted).subscribe(({ chatId }) => {
    if (threads.current$.value.chatId === chatId) reset();
    // Last: a reply that was still arriving has been put behind by then.
    threads.drop(chatId);
  });
  bus.on(events.workspace.chatRenamed).subscribe(({ chatId, title }) => {
    for (const thread of threads.all())
      if (thread.chatId === chatId) threads.change(thread.key, (one) => ({ ...one, title, fresh: false }));
  });
  bus.on(events.workspace.agentSelected).subscribe(({ agent }) => {
    const { flow: _, agentTitle: __, agentWelcome: ___, ...rest } = selection$.value;
    selection$.next(
      agent
        ? {
            ...rest,
            flow: agent._id,
            agentTitle: agent.title,
            ...(agent.welcomeMessage ? { agentWelcome: agent.welcomeMessage } : {}),
          }
        : rest,
    );
    if (agent && listening) reset();
  });
  bus.on(events.workspace.collectionSelected).subscribe(({ tag }) => {
    const { tag: _, tagName: __, ...rest } = selection$.value;
    selection$.next(tag ? { ...rest, tag: tag._id, tagName: tag.name } : rest);
    if (tag && listening) reset();
  });

  listening = true;

  const send = createSend({
    remote,
    threads,
    selection: () => selection$.value,
    lost: watch,
    identified: stopReply,
    made(threadKey, chatId) {
      if (threads.current$.value.key !== threadKey) return;
      navigation.setQuery({ chat: chatId }, { replace: true });
      bus.emit(events.chat.opened, { chatId });
    },
  });

  return {
    thread$: threads.current$,
    selection$,
    send,
    stop() {
      const { key } = threads.current$.value;
      for (const message of threads.current$.value.messages) {
        if (!message.pending || message.stopping) continue;
        threads.changeMessage(key, message.key, (one) => ({ ...one, stopping: true }));
        // A reply that the service has not named yet is stopped as soon as it is.
        if (isId(message._id)) stopReply(message._id);
      }
    },
    reload() {
      const { key, chatId } = threads.current$.value;
      if (chatId && !isStreaming(threads.current$.value)) void load(key, chatId);
    },
  };
};
