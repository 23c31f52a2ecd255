import type { ReplyItem } from '@atrium/shared-kernel/contracts/entities/stream';
import type pg from 'pg';
import type { ReplyNotifications } from './reply-notifications.ts';
import { remainingItems } from './stored-reply.ts';
import type { LiveReply } from './live-reply.ts';
import { finishedMessage, itemsAfter } from './reply-store.ts';

interface FollowRequest {
  readonly pool: pg.Pool;
  readonly notifications: ReplyNotifications;
  /** The reply, if this instance runs it. */
  readonly live: LiveReply | undefined;
  readonly messageId: string;
  readonly after: number;
  readonly signal: AbortSignal;
}

/** Notifications can be missed while their connection is restored, so a follower polls at least this often, in milliseconds. */
const pollInterval = 2000;

/** Settles with the reply's next event, or when `signal` is aborted. */
const nextEvent = (live: LiveReply, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const wake = () => {
      signal.removeEventListener('abort', wake);
      resolve();
    };
    signal.addEventListener('abort', wake, { once: true });
    void live.changed().then(wake);
  });

async function* followHere(live: LiveReply, request: FollowRequest) {
  const { pool, messageId, after, signal } = request;
  for (let seq = after; !signal.aborted;) {
    const held = live.since(seq);
    const items = held ?? (await itemsAfter(pool, messageId, seq));
    // The segments of a reply that has ended are removed, so a follower far behind gets the rest from the message.
    if (!held && items.length === 0) return yield* followElsewhere({ ...request, after: seq });
    if (items.length > 0) yield items;
    seq = items.at(-1)?.seq ?? seq;
    if (items.at(-1)?.type === 'end') return;
    if (live.ended && live.since(seq)?.length === 0) return;
    if (live.since(seq)?.length === 0) await nextEvent(live, signal);
  }
}

async function* followElsewhere({ pool, notifications, messageId, after, signal }: FollowRequest) {
  for (let seq = after; !signal.aborted;) {
    const done = new AbortController();
    const notified = notifications.notified(messageId, pollInterval, AbortSignal.any([signal, done.signal]));
    // The message is read before its segments: if it has ended by then, all its segments are stored.
    const message = await finishedMessage(pool, messageId);
    const items = await itemsAfter(pool, messageId, seq);
    if (items.length > 0) yield items;
    seq = items.at(-1)?.seq ?? seq;
    const ended = items.at(-1)?.type === 'end';
    if (!ended && message !== 'pending') yield message ? remainingItems(message, seq) : [failed(seq + 1)];
    if (ended || message !== 'pending') {
      done.abort();
      return;
    }
    if (items.length > 0) done.abort();
    await notified;
  }
}

const failed = (seq: number): ReplyItem => ({ type: 'end', outcome: 'failed', seq });

/** The events of a reply after `after`, in batches: from this instance's memory, or else as its segments are stored. */
export const follow = (request: FollowRequest): AsyncGenerator<readonly ReplyItem[]> =>
  request.live ? followHere(request.live, request) : followElsewhere(request);
