import type { ReplyFailure } from '@atrium/shared-kernel/contracts/failure-words';
import type { ReplyEvent, ReplyItem } from '@atrium/shared-kernel/contracts/entities/stream';
import { emptyReply, reduceReply, type Reply } from '@atrium/shared-kernel/replies';
import { ModelFailure } from '../../ports/model-failure.ts';
import { storable } from '../text.ts';

/** The number of events that a running reply holds in memory; older ones are read from their segments. */
const maxBuffered = 4096;

const withStorableTexts = (value: unknown): unknown => {
  if (typeof value === 'string') return storable(value);
  if (Array.isArray(value)) return value.map(withStorableTexts);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, withStorableTexts(part)]));
};

/**
 * The event with only texts that can be stored. A single one that cannot would keep the events of all replies from it.
 * Nearly all events are text, so these take the short way.
 */
const cleaned = (event: ReplyEvent): ReplyEvent =>
  event.type === 'text'
    ? { ...event, text: storable(event.text) }
    : // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only its texts differ
      (withStorableTexts(event) as ReplyEvent);

/**
 * A reply that this instance runs. Its events are numbered from 1 and held in a ring buffer for listeners in this
 * process.
 */
export class LiveReply {
  readonly messageId: string;
  readonly chatId: string;
  readonly stop = new AbortController();
  /** Why the reply was aborted. */
  ending: 'stopped' | 'failed' | undefined;
  /** Why it failed, if known. */
  failure: ReplyFailure | undefined;
  ended = false;
  draft: Reply = emptyReply;
  /** Encrypts its text for storage, if it must not be stored in plain form. */
  readonly seal: ((text: string) => string) | undefined;
  private ring: ReplyItem[] = [];
  private flushedSeq = 0;
  private lastSeq = 0;
  private wake: PromiseWithResolvers<void> | undefined;

  constructor(messageId: string, chatId: string, seal?: (text: string) => string) {
    this.messageId = messageId;
    this.chatId = chatId;
    this.seal = seal;
  }

  push(event: ReplyEvent): void {
    if (this.ended) return;
    const item = { ...cleaned(event), seq: this.lastSeq + 1 };
    this.lastSeq = item.seq;
    this.draft = reduceReply(this.draft, item);
    this.ring.push(item);
    if (item.type === 'end') this.ended = true;
    this.wake?.resolve();
    this.wake = undefined;
  }

  /** The events after `seq`; undefined if some of them are no longer in memory. */
  since(seq: number): ReplyItem[] | undefined {
    const first = this.ring[0]?.seq ?? this.lastSeq + 1;
    return seq + 1 < first ? undefined : this.ring.slice(seq + 1 - first);
  }

  /** The events that are in no segment yet. */
  unflushed(): ReplyItem[] {
    return this.since(this.flushedSeq) ?? [];
  }

  /** Records that all events up to `seq` are in segments. */
  flushed(seq: number): void {
    this.flushedSeq = Math.max(this.flushedSeq, seq);
    const first = this.ring[0]?.seq ?? 0;
    const spare = Math.min(this.ring.length - maxBuffered, this.flushedSeq - first + 1);
    if (spare > maxBuffered / 4) this.ring.splice(0, spare);
  }

  get nextSeq(): number {
    return this.lastSeq + 1;
  }

  /** Settles with the next event, or at once if the reply has ended. */
  changed(): Promise<void> {
    if (this.ended) return Promise.resolve();
    this.wake ??= Promise.withResolvers<void>();
    return this.wake.promise;
  }

  /** Aborts the model's work, with a failure as the reason. Only the first cause counts. */
  abort(cause: 'stopped' | 'failed', failure?: ReplyFailure): void {
    if (this.ending === undefined) this.failure = failure;
    this.ending ??= cause;
    this.stop.abort(failure && new ModelFailure(failure, 'The reply was given up.'));
  }
}
