import { messageOf } from '@atrium/shared-kernel/client';
import { isCallFailure, isFailure } from '@atrium/shared-kernel/failure';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import { toastTimes } from '@atrium/shared-kernel/contracts/constants';
import type { Chat } from '@atrium/shared-kernel/contracts/entities/chat';
import type { ReplyItem } from '@atrium/shared-kernel/contracts/entities/stream';
import * as events from '@atrium/shared-kernel/contracts/events';
import { voiceNoteFailed } from '@atrium/shared-kernel/contracts/sentences';
import { isId } from '@atrium/shared-kernel/contracts/id';
import { finalize } from 'rxjs';
import { type Draft, fileMetadata, sentFiles } from '../draft/draft.ts';
import type { ChatRemote } from '../remote.ts';
import { batches } from '../reply/batches.ts';
import { asFailed, type LiveMessage, ofPrompt } from '../reply/reply.ts';
import type { Typing } from '../reply/typing.ts';
import type { Selection } from './selection.ts';
import { isWaiting, type Thread, withReplyItems } from './thread.ts';
import type { Threads } from './threads.ts';

interface Parts {
  readonly remote: ChatRemote;
  readonly threads: Threads;
  readonly selection: () => Selection;
  readonly typing: Typing;
  /** The reply stopped arriving and may still be written: follow it from here. */
  readonly lost: (threadKey: string, messageKey: string) => void;
  /** The service named a reply that the person wants stopped. */
  readonly identified: (messageId: string) => void;
  /** The first message made this chat; `copied`: of one that was shared. */
  readonly made: (threadKey: string, chatId: string, copied: boolean) => void;
}

export type SendResult =
  | { readonly taken: true }
  | {
      readonly taken: false;
      readonly sendId: string;
      /** The voice note holds no speech: sent again it would be refused again. */
      readonly unheard: boolean;
    };

/** What is said where the service gives no words of its own (B8.11, B8.18). */
const failureText = (voice: boolean): string =>
  voice ? voiceNoteFailed : 'An error occurred while sending the message.';

/** A chat that was just made, as its sender knows it. */
const bareChat = (chatId: string, secure: boolean, thread: Thread, { flow, tag }: Selection): Chat => {
  const { title, sharedBy, shareId, fn } = thread;
  const now = new Date().toISOString();
  const bare = { _id: chatId, title, secure, createdDate: now, lastUpdate: now, new: true };
  if (shareId !== undefined) return { ...bare, tags: [], sharedBy };
  if (fn) return { ...bare, tags: [], function: fn };
  return { ...bare, tags: tag ? [tag] : [], ...(flow ? { flow } : {}) };
};

/** Modes as the service takes them; a secure chat has no other. */
const modesOf = ({ research, image }: Draft['modes'], secure: boolean) => {
  if (secure) return { secureMode: true };
  return { ...(research ? { deepResearch: true } : {}), ...(image ? { imageMode: true } : {}) };
};

const modeOf = (fn: Thread['fn'], { research, image }: Draft['modes'], secure: boolean): Pick<LiveMessage, 'mode'> => {
  if (fn) return { mode: 'interview' };
  if (secure) return { mode: 'secure' };
  return research ? { mode: 'research' } : image ? { mode: 'image' } : {};
};

/** Where a message goes: in the place of another, else behind the last one that the service knows. */
const placeAmong = (messages: readonly LiveMessage[], replaces: string | undefined) => {
  if (replaces !== undefined) return { replaces };
  const after = messages.findLast(({ _id }) => isId(_id))?._id;
  return after === undefined ? {} : { after };
};

/**
 * Sends drafts to a thread in memory, in the place of the message `replaces` where that is given; it and those behind it come back where the
 * send is refused. Resolves with whether the draft was taken; where it was not, the caller restores
 * it (B4.07).
 */
export const createSend = ({ remote, threads, selection, typing, lost, identified, made }: Parts) => {
  const { client, bus, alerts, attribution, ipInfo$, scope } = remote;

  const name = async (threadKey: string, chatId: string, { text: prompt, files }: Draft, fnName: Thread['fn']) => {
    try {
      const { chat } = await client.call(
        calls.chat.nameChat,
        {
          chatId,
          prompt,
          uuid: attribution.uuid,
          ...(fnName ? { fnName } : {}),
          ...(files.length > 0 ? { fileMetadata: fileMetadata(files) } : {}),
        },
        { signal: scope.signal },
      );
      threads.change(threadKey, (thread) => ({ ...thread, title: chat.title, fresh: true }));
      bus.emit(events.chat.named, { chatId, title: chat.title });
    } catch (error) {
      // The chat stays 'Untitled chat': the person can name it, and nothing of the conversation is lost.
      if (!isCallFailure(error) && !scope.signal.aborted) throw error;
    }
  };

  /** What was heard in a voice note is the message's prompt, and known to the service first. */
  const hear = async (threadKey: string, id: string) => {
    try {
      const { prompt, fromNote } = await client.call(calls.chat.getMessage, { id }, { signal: scope.signal });
      const key = threads.get(threadKey)?.messages.find((one) => one._id === id)?.key;
      if (key) threads.changeMessage(threadKey, key, (one) => ({ ...one, prompt, fromNote }));
    } catch (error) {
      // The note can be played all the same, and the next visit shows its words.
      if (!isCallFailure(error) && !scope.signal.aborted) throw error;
    }
  };

  const told = (before: Thread, chosen: Selection, draft: Draft, items: readonly ReplyItem[]) => {
    const { key: threadKey, chatId, shareId, title, fn } = before;
    for (const item of items) {
      if (item.type === 'id' && threads.get(threadKey)?.messages.some((one) => one._id === item.id && one.stopping))
        identified(item.id);
      if (item.type === 'id' && draft.voiceNote !== undefined) void hear(threadKey, item.id);
      if (item.type !== 'chatId') continue;
      if (chatId === undefined) {
        bus.emit(events.chat.created, { chat: bareChat(item.chatId, draft.modes.secure, before, chosen) });
        const { flow } = chosen;
        if (flow && shareId === undefined && !fn) threads.change(threadKey, (thread) => ({ ...thread, flow }));
        made(threadKey, item.chatId, shareId !== undefined);
        if (title === '') void name(threadKey, item.chatId, draft, fn);
      } else bus.emit(events.chat.touched, { chatId: item.chatId, lastUpdate: new Date().toISOString() });
    }
  };

  return (before: Thread, draft: Draft, replaces?: string): Promise<SendResult> => {
    const { key: threadKey, chatId, shareId, load, fn } = before;
    const { text: prompt, modes, voiceNote, sendId = crypto.randomUUID() } = draft;
    let unheard = false;
    const refused = (): SendResult => ({ taken: false, sendId, unheard });
    // What is not known yet cannot be continued, and one reply at a time is written.
    if (load !== 'ready' || isWaiting(before)) return Promise.resolve(refused());
    const at = before.messages.findIndex(({ _id }) => _id === replaces);
    const replaced = before.messages[at];
    if (replaces !== undefined && !replaced) return Promise.resolve(refused());
    const key = crypto.randomUUID();
    const files = sentFiles(draft.files);
    const secure = !fn && (modes.secure || before.secure);
    const chosen = selection();
    const { flow, tag } = chosen;
    const input = {
      ...(chatId
        ? { id: chatId, ...placeAmong(before.messages, replaces) }
        : shareId
          ? { shareId }
          : fn
            ? {}
            : { ...(flow ? { flowId: flow } : {}), ...(tag ? { tagId: tag._id } : {}) }),
      prompt,
      sendId,
      ...(files.length > 0 ? { files } : {}),
      ...(voiceNote === undefined ? {} : { voiceNote }),
      ...(fn ? { fnName: fn } : modesOf(modes, secure)),
      uuid: attribution.uuid,
      ...(ipInfo$.value?.country ? { countryCode: ipInfo$.value.country } : {}),
    };
    threads.change(threadKey, (thread) => ({
      ...thread,
      messages: [
        // The same send tried again takes the place of its failure.
        ...(replaced ? thread.messages.slice(0, at) : thread.messages).filter(
          (one) => one.sendId !== sendId || isId(one._id),
        ),
        {
          ...ofPrompt(prompt, key, new Date(), { userFiles: [...draft.files], voiceNote, sendId }),
          ...modeOf(fn, modes, secure),
          ...(replaced ? { versions: replaced.versions ?? [replaced._id] } : {}),
        },
      ],
    }));
    /** As it was before: what was to be replaced is there again, and nothing stands for a message that was refused. */
    const restore = () => threads.change(threadKey, (thread) => ({ ...thread, messages: before.messages }));

    const stream = (signal: AbortSignal) =>
      fn
        ? client.stream(calls.chat.streamFunctionReply, input, { signal })
        : client.stream(calls.chat.streamReply, input, { signal });
    return new Promise((resolve) => {
      let begun = false;
      batches(stream, typing)
        .pipe(
          scope.until(),
          // The screen may go before an answer comes, as at a lost session: the draft outlives it.
          finalize(() => resolve(begun ? { taken: true } : refused())),
        )
        .subscribe({
          next(items) {
            begun = true;
            threads.change(threadKey, (thread) => withReplyItems(thread, key, items));
            if (secure) threads.change(threadKey, (thread) => ({ ...thread, secure: true }));
            told(before, chosen, draft, items);
            resolve({ taken: true });
          },
          error(error: unknown) {
            const network = isCallFailure(error) && error.status === 0;
            const answered = isCallFailure(error) && !network;
            const refusal = answered && !begun && error.status < 500;
            const kept = replaced !== undefined && !begun;
            if (kept || refusal) restore();
            threads.changeMessage(threadKey, key, (message) => ({
              ...message,
              streaming: false,
              networkError: network,
              ...(answered
                ? { content: `Error: ${error.statusText || error.status}`, pending: false, failed: true }
                : {}),
            }));
            const message = messageOf(error, failureText(voiceNote !== undefined));
            unheard = isFailure(error, calls.chat.streamReply, 'no-speech');
            if (!begun || answered) alerts.show({ message, type: 'error', time: toastTimes.medium });
            if (network && !kept) lost(threadKey, key);
          },
          complete() {
            const message = threads.get(threadKey)?.messages.find((one) => one.key === key);
            // A reply that ended without saying so may go on at the service.
            if (!message?.pending) return;
            if (replaced && !begun) {
              restore();
              return;
            }
            threads.changeMessage(threadKey, key, (one) => (begun ? { ...one, streaming: false } : asFailed(one)));
            if (begun) lost(threadKey, key);
          },
        });
    });
  };
};
