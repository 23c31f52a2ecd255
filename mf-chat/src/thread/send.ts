import { isCallError, messageOf } from '@atrium/shared-kernel/client';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import { toastTimes } from '@atrium/shared-kernel/contracts/constants';
import type { Chat } from '@atrium/shared-kernel/contracts/entities/chat';
import type { ReplyItem } from '@atrium/shared-kernel/contracts/entities/stream';
import * as events from '@atrium/shared-kernel/contracts/events';
import { finalize } from 'rxjs';
import type { ChatRemote } from '../remote.ts';
import { batches } from '../reply/batches.ts';
import { asFailed, ofPrompt } from '../reply/reply.ts';
import type { Selection } from './selection.ts';
import { isWaiting, withReplyItem } from './thread.ts';
import type { Threads } from './threads.ts';

interface Parts {
  readonly remote: ChatRemote;
  readonly threads: Threads;
  readonly selection: () => Selection;
  /** The reply stopped arriving and may still be written: follow it from here. */
  readonly lost: (threadKey: string, messageKey: string) => void;
  /** The service named a reply that the person wants stopped. */
  readonly identified: (messageId: string) => void;
  /** The first message made this chat. */
  readonly made: (threadKey: string, chatId: string) => void;
}

const bareChat = (chatId: string, secure: boolean): Chat => {
  const now = new Date().toISOString();
  return { _id: chatId, title: '', tags: [], secure, createdDate: now, lastUpdate: now, new: true };
};

/** Sends prompts. Resolves with whether the prompt was taken; where it was not, the caller restores it (B4.07). */
export const createSend = ({ remote, threads, selection, lost, identified, made }: Parts) => {
  const { client, bus, alerts, attribution, ipInfo$, scope } = remote;

  const name = async (threadKey: string, chatId: string, prompt: string) => {
    try {
      const { chat } = await client.call(
        calls.chat.nameChat,
        { chatId, prompt, uuid: attribution.uuid },
        { signal: scope.signal },
      );
      threads.change(threadKey, (thread) => ({ ...thread, title: chat.title, fresh: true }));
      bus.emit(events.chat.named, { chatId, title: chat.title });
    } catch (error) {
      // The chat stays 'Untitled chat': the person can name it, and nothing of the conversation is lost.
      if (!isCallError(error) && !scope.signal.aborted) throw error;
    }
  };

  const told = (threadKey: string, isNew: boolean, prompt: string, items: readonly ReplyItem[]) => {
    for (const item of items) {
      if (item.type === 'id' && threads.get(threadKey)?.messages.some((one) => one._id === item.id && one.stopping))
        identified(item.id);
      if (item.type !== 'chatId') continue;
      const { flow } = selection();
      if (isNew) {
        bus.emit(events.chat.created, { chat: { ...bareChat(item.chatId, false), ...(flow ? { flow } : {}) } });
        made(threadKey, item.chatId);
        void name(threadKey, item.chatId, prompt);
      } else bus.emit(events.chat.touched, { chatId: item.chatId, lastUpdate: new Date().toISOString() });
    }
  };

  return (prompt: string): Promise<boolean> => {
    const { key: threadKey, chatId, load } = threads.current$.value;
    // What is not known yet cannot be continued, and one reply at a time is written.
    if (load !== 'ready' || isWaiting(threads.current$.value)) return Promise.resolve(false);
    const sendId = crypto.randomUUID();
    const { flow, tag } = selection();
    const input = {
      ...(chatId ? { id: chatId } : { ...(flow ? { flowId: flow } : {}), ...(tag ? { tagId: tag } : {}) }),
      prompt,
      sendId,
      uuid: attribution.uuid,
      ...(ipInfo$.value?.country ? { countryCode: ipInfo$.value.country } : {}),
    };
    threads.change(threadKey, (thread) => ({
      ...thread,
      messages: [...thread.messages, ofPrompt(prompt, sendId, new Date())],
    }));

    return new Promise((resolve) => {
      let begun = false;
      batches((signal) => client.stream(calls.chat.streamReply, input, { signal }))
        .pipe(
          scope.until(),
          // The screen may go before an answer comes, as at a lost session: the draft outlives it.
          finalize(() => resolve(begun)),
        )
        .subscribe({
          next(items) {
            begun = true;
            threads.change(threadKey, (thread) =>
              items.reduce((next, item) => withReplyItem(next, sendId, item), thread),
            );
            told(threadKey, chatId === undefined, prompt, items);
            resolve(true);
          },
          error(error: unknown) {
            const network = isCallError(error) && error.status === 0;
            const answered = isCallError(error) && !network;
            threads.changeMessage(threadKey, sendId, (message) => ({
              ...message,
              streaming: false,
              networkError: network,
              ...(answered
                ? { content: `Error: ${error.statusText || error.status}`, pending: false, failed: true }
                : {}),
            }));
            if (!begun || answered)
              alerts.show({
                message: messageOf(error, 'An error occurred while sending the message.'),
                type: 'error',
                time: toastTimes.medium,
              });
            if (network) lost(threadKey, sendId);
          },
          complete() {
            const message = threads.get(threadKey)?.messages.find((one) => one.key === sendId);
            // A reply that ended without saying so may go on at the service.
            if (!message?.pending) return;
            threads.changeMessage(threadKey, sendId, (one) => (begun ? { ...one, streaming: false } : asFailed(one)));
            if (begun) lost(threadKey, sendId);
          },
        });
    });
  };
};
