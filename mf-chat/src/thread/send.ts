import { messageOf } from '@atrium/shared-kernel/client';
import { isCallFailure, isFailure } from '@atrium/shared-kernel/failure';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import { promptMax, toastTimes } from '@atrium/shared-kernel/contracts/constants';
import { voiceNoteFailed } from '@atrium/shared-kernel/contracts/sentences';
import { isId } from '@atrium/shared-kernel/contracts/id';
import { finalize } from 'rxjs';
import { type Draft, sentFiles } from '../draft/draft.ts';
import type { ChatRemote } from '../remote.ts';
import { batches } from '../reply/batches.ts';
import { asFailed, type LiveMessage, ofPrompt } from '../reply/reply.ts';
import type { Typing } from '../reply/user-typing.ts';
import { createReplyNews, type ReplyNewsParts } from './reply-news.ts';
import type { Selection } from './selection.ts';
import { isWaiting, type Thread, withReplyItems } from './thread.ts';

interface Parts extends ReplyNewsParts {
  readonly selection: () => Selection;
  readonly typing: Typing;
  /** The reply stopped arriving and may still be written: follow it from here. */
  readonly lost: (threadKey: string, messageKey: string) => void;
}

export type SendResult =
  | { readonly taken: true }
  | {
      readonly taken: false;
      readonly sendId: string;
      /** The voice note holds no speech: sent again it would be refused again. */
      readonly noSpeech: boolean;
    };

/** What is said where the service gives no words of its own (B8.11, B8.18). */
const failureText = (voice: boolean): string =>
  voice ? voiceNoteFailed : 'An error occurred while sending the message.';

/** Says so where a prompt has more characters than the service takes. */
const isTooLong = (alerts: ChatRemote['alerts'], { length }: string): boolean => {
  if (length > promptMax)
    alerts.show({ message: `Maximum of ${promptMax} characters.`, type: 'error', time: toastTimes.medium });
  return length > promptMax;
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
const branchAmong = (messages: readonly LiveMessage[], replaces: string | undefined) => {
  if (replaces !== undefined) return { replaces };
  const after = messages.findLast(({ _id }) => isId(_id))?._id;
  return after === undefined ? {} : { after };
};

/** What the service is asked. */
export const inputOf = (
  { attribution, ipInfo$ }: ChatRemote,
  before: Thread,
  { flow, tag }: Selection,
  draft: Draft,
  replaces: string | undefined,
) => {
  const { chatId, shareId, fn } = before;
  const { text: prompt, modes, voiceNote } = draft;
  const files = sentFiles(draft.files);
  return {
    ...(chatId
      ? { id: chatId, ...branchAmong(before.messages, replaces) }
      : shareId
        ? { shareId }
        : fn
          ? {}
          : {
              ...(flow ? { flowId: flow } : {}),
              ...(before.temporary ? { temporary: true as const } : tag ? { tagId: tag._id } : {}),
            }),
    prompt,
    sendId: draft.sendId,
    ...(files.length > 0 ? { files } : {}),
    ...(voiceNote === undefined ? {} : { voiceNote }),
    ...(fn ? { fnName: fn } : modesOf(modes, modes.secure || before.secure)),
    ...(draft.model ? { model: draft.model } : {}),
    uuid: attribution.uuid,
    ...(ipInfo$.value?.country ? { countryCode: ipInfo$.value.country } : {}),
  };
};

/** The versions of a message that is replaced, and what each of them asks, the new one included. */
const versionsWith = ({ _id, prompt, versions = [_id], questions }: LiveMessage, next: string, key: string) => {
  const asked = questions ?? (versions.length === 1 ? versions : undefined);
  const same = asked?.[versions.indexOf(_id)] ?? _id;
  return { versions, ...(asked ? { questions: [...asked, next === prompt ? same : key] } : {}) };
};

/** The thread with a sent message at its end, or at the position `at` instead of those that follow there. */
const withSent = (thread: Thread, sent: LiveMessage, at: number | undefined): Thread => ({
  ...thread,
  // A send that is tried again replaces its failure.
  messages: [...thread.messages.slice(0, at).filter((one) => one.sendId !== sent.sendId || isId(one._id)), sent],
});

/**
 * Sends drafts to a thread in memory. The message `replaces` and those behind it make room for the new one, and come
 * back where the send is refused. Resolves with whether the draft was accepted; else the caller restores it (B4.07).
 */
export const createSend = ({ selection, typing, lost, ...news }: Parts) => {
  const { remote, threads } = news;
  const { client, alerts, scope } = remote;
  const emitNews = createReplyNews(news);

  return (before: Thread, draft: Draft, replaces?: string): Promise<SendResult> => {
    const { key: threadKey, load, fn } = before;
    const { text: prompt, modes, voiceNote, sendId = crypto.randomUUID() } = draft;
    let noSpeech = false;
    const refused = (): SendResult => ({ taken: false, sendId, noSpeech });
    // What is not known yet cannot be continued, and one reply at a time is written.
    if (load !== 'ready' || isWaiting(before) || isTooLong(alerts, prompt)) return Promise.resolve(refused());
    const at = before.messages.findIndex(({ _id }) => _id === replaces);
    const replaced = before.messages[at];
    if (replaces !== undefined && !replaced) return Promise.resolve(refused());
    const key = crypto.randomUUID();
    const secure = !fn && (modes.secure || before.secure);
    const chosen = selection();
    const input = inputOf(remote, before, chosen, { ...draft, sendId }, replaces);
    const sent = {
      ...ofPrompt(prompt, key, new Date(), { userFiles: [...draft.files], voiceNote, sendId }),
      ...modeOf(fn, modes, secure),
      ...(replaced ? versionsWith(replaced, prompt, key) : {}),
    };
    const { model = before.model } = draft;
    threads.change(threadKey, (thread) => ({ ...withSent(thread, sent, replaced ? at : undefined), model }));
    /** As it was before: what was to be replaced is there again, and nothing stands for a message that was refused. */
    const restore = () =>
      threads.change(threadKey, (thread) => ({ ...thread, messages: before.messages, model: before.model }));

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
            emitNews(before, chosen, draft, items);
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
            noSpeech = isFailure(error, calls.chat.streamReply, 'no-speech');
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
