import { isCallFailure, isFailure, isGeneralFailure } from '@atrium/shared-kernel/failure';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import { callFailed } from '@atrium/shared-kernel/contracts/sentences';
import type { Client } from '@atrium/shared-kernel/remote';
import type { WaitingItem } from './database.ts';
import { isUnreachable } from './early-calls.ts';
import { conflictOf } from './current-state.ts';
import { waitingCalls } from './waiting-calls.ts';
import { isMessage } from './waiting-queue.ts';

/** The outcome of sending a waiting change. */
export type Delivery =
  | { readonly outcome: 'done'; readonly chatId?: string | undefined }
  /**
   * It is not known to have reached the service. `wait` is in milliseconds; `failed` counts an attempt. `everywhere`: the
   * service has answered, and would answer other tabs in the same way, so they wait as well.
   */
  | {
      readonly outcome: 'later';
      readonly wait?: number | undefined;
      readonly failed: boolean;
      readonly everywhere?: true;
    }
  | { readonly outcome: 'refused'; readonly reason: string };

type Ports = Pick<Client, 'call' | 'stream'>;

/** Milliseconds after which a connection on which nothing comes counts as lost, which a network need not tell. */
const longSilence = 60_000;

/** A signal that aborts after such a silence. Call `heard` whenever something has come, and `end` once it is over. */
const watchSilence = () => {
  const lost = new AbortController();
  const begin = () => setTimeout(() => lost.abort(), longSilence);
  let timer = begin();
  const end = () => clearTimeout(timer);
  const heard = () => {
    end();
    timer = begin();
  };
  return { signal: lost.signal, heard, end };
};

/**
 * Sends a message and returns the id of its chat. Resolves once the service has the message, or with `toEnd` once the
 * reply is complete.
 */
const deliverMessage = async (
  client: Ports,
  input: WaitingItem['input'],
  toEnd: boolean,
  { signal, heard }: Pick<ReturnType<typeof watchSilence>, 'signal' | 'heard'>,
): Promise<string | undefined> => {
  let chatId = typeof input['id'] === 'string' ? input['id'] : undefined;
  let known = false;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it was checked when the composer made it, and the service checks it again
  for await (const item of client.stream(calls.chat.streamReply, input as never, { signal })) {
    heard();
    if (item.type === 'chatId') ({ chatId } = item);
    if (item.type === 'id') known = true;
    if (known && chatId !== undefined && !toEnd) break;
  }
  // Without an id, it is unknown whether the message arrived. Sending it again gives the same message.
  if (!known) throw new TypeError('The service returned no message id.');
  return chatId;
};

/** Milliseconds until the next attempt. */
export const retryDelay = 5000;

const failureOf = async (client: Ports, item: WaitingItem, error: unknown): Promise<Delivery> => {
  if (!isCallFailure(error)) return { outcome: 'later', wait: retryDelay, failed: true, everywhere: true };
  const { status } = error;
  if (isUnreachable(error) || status === 401 || isGeneralFailure(error, 'other-person'))
    return { outcome: 'later', wait: isUnreachable(error) ? retryDelay : undefined, failed: false };
  if (status === 429) return { outcome: 'later', wait: error.waitMs ?? retryDelay, failed: false, everywhere: true };
  if (status >= 500) return { outcome: 'later', wait: retryDelay, failed: true, everywhere: true };
  if (isFailure(error, calls.chat.renameChat, 'unknown-chat'))
    return { outcome: 'refused', reason: 'This chat was deleted in the meantime.' };
  if (!isGeneralFailure(error, 'stale')) return { outcome: 'refused', reason: error.msg ?? callFailed };
  try {
    const reason = await conflictOf(client, item);
    return reason === undefined ? { outcome: 'done' } : { outcome: 'refused', reason };
  } catch (failure) {
    return failureOf(client, item, failure);
  }
};

/** Whether the service no longer has what a change deletes, as after an earlier attempt whose answer was lost. */
const isDeleted = ({ call, input }: WaitingItem, error: unknown): boolean =>
  call === calls.memories.deleteMemory.name
    ? isFailure(error, calls.memories.deleteMemory, 'unknown-memory')
    : input['deleted'] === true && isFailure(error, calls.tags.createEditTag, 'unknown-tag');

/**
 * Sends one change to the service. Sending it again has no further effect: messages have a send id, new things have
 * their own ids, and all other changes set a value. If that value is set already, an outdated base is no conflict.
 */
export const deliver = async (client: Ports, item: WaitingItem, toEnd: boolean): Promise<Delivery> => {
  const silence = watchSilence();
  const { signal } = silence;
  try {
    if (isMessage(item)) return { outcome: 'done', chatId: await deliverMessage(client, item.input, toEnd, silence) };
    const waiting = waitingCalls.get(item.call);
    if (!waiting) return { outcome: 'refused', reason: callFailed };
    await client.call(waiting.call, item.input, { basedOn: item.basedOn, signal });
    return { outcome: 'done' };
  } catch (error) {
    if (signal.aborted) return { outcome: 'later', wait: retryDelay, failed: false };
    return isDeleted(item, error) ? { outcome: 'done' } : failureOf(client, item, error);
  } finally {
    silence.end();
  }
};
