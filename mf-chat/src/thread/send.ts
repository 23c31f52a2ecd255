import { messageOf } from '@atrium/shared-kernel/client';
import { isCallFailure, isFailure } from '@atrium/shared-kernel/failure';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import { promptMax, toastTimes } from '@atrium/shared-kernel/contracts/constants';
import type { ReplyItem } from '@atrium/shared-kernel/contracts/entities/stream';
import { voiceNoteFailed } from '@atrium/shared-kernel/contracts/sentences';
import { isId } from '@atrium/shared-kernel/contracts/id';
import { filter, finalize, map, type Observable, take } from 'rxjs';
import { type Draft, sentFiles } from '../draft/draft.ts';
import type { ChatRemote } from '../remote.ts';
import { batches } from '../reply/batches.ts';
import { asFailed, type LiveMessage, fromPrompt } from '../reply/reply.ts';
import type { Typing } from '../reply/user-typing.ts';
import { createReplyEvents, type ReplyEventsParts } from './reply-events.ts';
import type { Selection } from './selection.ts';
import { isWaiting, type Thread, withReplyItems } from './thread.ts';
import { untilLost } from './until-lost.ts';

interface Parts extends ReplyEventsParts {
  readonly selection: () => Selection;
  readonly typing: Typing;
  /** Called when the reply stopped arriving although it may still be written, so that it is followed from here. */
  readonly onLost: (threadKey: string, messageKey: string) => void;
}

export type SendResult =
  | { readonly accepted: true }
  | {
      readonly accepted: false;
      readonly sendId: string;
      /** The voice note contains no speech, so that it would be refused again. */
      readonly noSpeech: boolean;
      /** Whether the service may have it all the same, because the connection was lost. */
      readonly lost?: boolean;
    };

/** The message for a failure without a text of the service (B8.11, B8.18). */
const failureText = (voice: boolean): string =>
  voice ? voiceNoteFailed : 'An error occurred while sending the message.';

/** Whether a prompt is longer than the service accepts. If so, shows an alert. */
const isTooLong = (alerts: ChatRemote['alerts'], { length }: string): boolean => {
  if (length > promptMax)
    alerts.show({ message: `Maximum of ${promptMax} characters.`, type: 'error', time: toastTimes.medium });
  return length > promptMax;
};

/** Modes as the service accepts them. A secure chat has no other. */
const modesOf = ({ research, image }: Draft['modes'], secure: boolean) => {
  if (secure) return { secureMode: true };
  return { ...(research ? { deepResearch: true } : {}), ...(image ? { imageMode: true } : {}) };
};

const modeOf = (fn: Thread['fn'], { research, image }: Draft['modes'], secure: boolean): Pick<LiveMessage, 'mode'> => {
  if (fn) return { mode: 'interview' };
  if (secure) return { mode: 'secure' };
  return research ? { mode: 'research' } : image ? { mode: 'image' } : {};
};

/** The position of a message: instead of another one, or after the last one that the service knows. */
const branchAmong = (messages: readonly LiveMessage[], replaces: string | undefined) => {
  if (replaces !== undefined) return { replaces };
  const after = messages.findLast(({ _id }) => isId(_id))?._id;
  return after === undefined ? {} : { after };
};

/** The input of the call that sends a message. */
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

/** The versions of a message that is replaced, and the question of each, including the new one. */
const versionsWith = ({ _id, prompt, versions = [_id], questions }: LiveMessage, next: string, key: string) => {
  const known = questions ?? (versions.length === 1 ? versions : undefined);
  const same = known?.[versions.indexOf(_id)] ?? _id;
  return { versions, ...(known ? { questions: [...known, next === prompt ? same : key] } : {}) };
};

/** The thread with a sent message at its end, or at the position `at` instead of the messages from there on. */
const withSent = (thread: Thread, sent: LiveMessage, at: number | undefined): Thread => ({
  ...thread,
  // A repeated send replaces its failed attempt.
  messages: [...thread.messages.slice(0, at).filter((one) => one.sendId !== sent.sendId || isId(one._id)), sent],
});

/** The thread as it was `before` the message `key` was sent. What was loaded before its first message meanwhile stays. */
const withoutSent = (thread: Thread, { messages, model }: Thread, key: string): Thread => {
  const first = messages[0]?.key;
  const loaded = thread.messages.findIndex((one) => one.key === key || one.key === first);
  return { ...thread, messages: [...thread.messages.slice(0, Math.max(0, loaded)), ...messages], model };
};

const streamOf =
  (client: ChatRemote['client'], fn: Thread['fn'], input: ReturnType<typeof inputOf>) => (signal: AbortSignal) =>
    fn
      ? client.stream(calls.chat.streamFunctionReply, input, { signal })
      : client.stream(calls.chat.streamReply, input, { signal });

/** A message whose stream broke off. While it is followed, its row stays as it is: the model may be thinking. */
const asFollowed = (message: LiveMessage): LiveMessage => ({ ...message, streaming: isId(message._id) });

interface GivenUp {
  readonly sendId: string;
  readonly rest$: Observable<readonly ReplyItem[]>;
  /** Sends that were stopped this late. The same send again would only show what was stopped. */
  readonly stopped: Set<string>;
}

/** Stops a message that was given up as soon as the service names it, unless it was sent again meanwhile. */
const stopLate = ({ remote, threads, onIdentified }: ReplyEventsParts, { sendId, rest$, stopped }: GivenUp): void => {
  const isSentAgain = () =>
    threads.all().some(({ messages }) => messages.some((one) => one.sendId === sendId && one.pending));
  rest$
    .pipe(
      map((items) => items.find((item) => item.type === 'id')),
      filter((item) => item !== undefined),
      take(1),
      remote.scope.until(),
    )
    .subscribe({
      next({ id }) {
        if (isSentAgain()) return;
        stopped.add(sendId);
        onIdentified(id);
      },
      // It did not reach the service, so there is nothing to stop.
      error: () => undefined,
    });
};

/**
 * Sends drafts to a thread in memory. The message `replaces` and those after it make room for the new one, and come
 * back if the send is refused. Resolves with whether the draft was accepted. If not, the caller restores it (B4.07).
 */
export const createSend = ({ selection, typing, onLost, ...parts }: Parts) => {
  const { remote, threads } = parts;
  const { client, alerts, scope } = remote;
  const emitEvents = createReplyEvents(parts);
  const stopped = new Set<string>();

  return (before: Thread, draft: Draft, replaces?: string): Promise<SendResult> => {
    const { key: threadKey, load, fn } = before;
    const { text: prompt, modes, voiceNote } = draft;
    const sendId = draft.sendId === undefined || stopped.has(draft.sendId) ? crypto.randomUUID() : draft.sendId;
    let noSpeech = false;
    const refused = () => ({ accepted: false, sendId, noSpeech }) as const;
    // A chat that is not loaded cannot be continued, and only one reply is written at a time.
    if (load !== 'ready' || isWaiting(before) || isTooLong(alerts, prompt)) return Promise.resolve(refused());
    const at = before.messages.findIndex(({ _id }) => _id === replaces);
    const replaced = before.messages[at];
    if (replaces !== undefined && !replaced) return Promise.resolve(refused());
    const key = crypto.randomUUID();
    const secure = !fn && (modes.secure || before.secure);
    const chosen = selection();
    const input = inputOf(remote, before, chosen, { ...draft, sendId }, replaces);
    const sent = {
      ...fromPrompt(prompt, key, new Date(), { userFiles: [...draft.files], voiceNote, sendId }),
      ...modeOf(fn, modes, secure),
      ...(replaced ? versionsWith(replaced, prompt, key) : {}),
    };
    const { model = before.model } = draft;
    threads.change(threadKey, (thread) => ({ ...withSent(thread, sent, replaced ? at : undefined), model }));
    /** Restores the previous state: the replaced message is back, and the refused one is gone. */
    const restore = () => threads.change(threadKey, (thread) => withoutSent(thread, before, key));

    const current = () => threads.get(threadKey)?.messages.findLast((one) => one.key === key);
    return new Promise((resolve) => {
      let started = false;
      let ended = false;
      batches(streamOf(client, fn, input), typing)
        .pipe(
          untilLost(current, threads.current$, remote.online$, (rest$) => stopLate(parts, { sendId, rest$, stopped })),
          scope.until(),
          // The screen may end before an answer arrives, for example with a lost session. The draft outlives it.
          finalize(() => resolve(started ? { accepted: true } : { ...refused(), lost: !ended })),
        )
        .subscribe({
          next(items) {
            started = true;
            threads.change(threadKey, (thread) => withReplyItems(thread, key, items));
            if (secure) threads.change(threadKey, (thread) => ({ ...thread, secure: true }));
            emitEvents(before, chosen, draft, items);
            resolve({ accepted: true });
          },
          error(error: unknown) {
            const network = isCallFailure(error) && error.status === 0;
            const answered = isCallFailure(error) && !network;
            ended = !network;
            const refusal = answered && !started && error.status < 500;
            const restored = replaced !== undefined && !started;
            if (restored || refusal) restore();
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
            if (!started || answered) alerts.show({ message, type: 'error', time: toastTimes.medium });
            if (network && !restored) onLost(threadKey, key);
          },
          complete() {
            ended = true;
            const message = current();
            // A reply that ended without an end event may continue in the service.
            if (!message?.pending) return;
            if (replaced && !started) {
              restore();
              return;
            }
            threads.changeMessage(threadKey, key, started ? asFollowed : asFailed);
            if (started) onLost(threadKey, key);
          },
        });
    });
  };
};
