import type { ReplyEvent } from '@atrium/shared-kernel/contracts/entities/stream';
import type { ModelEvent } from '../../ports/model.ts';
import type { LiveReply } from './live-reply.ts';

/** The event that tells readers which model answers; undefined if unknown. */
type ModelEventOf = (model: string) => ReplyEvent | undefined;

const eventForReaders = (event: ModelEvent, modelEvent: ModelEventOf): ReplyEvent | undefined => {
  if (event.type === 'model') return modelEvent(event.model);
  return event.type === 'alive' || event.type === 'usage' ? undefined : event;
};

const read = async (
  reply: LiveReply,
  events: AsyncIterable<ModelEvent>,
  modelEvent: ModelEventOf,
  onEvent: () => void,
): Promise<void> => {
  for await (const event of events) {
    if (reply.stop.signal.aborted) return;
    onEvent();
    const item = eventForReaders(event, modelEvent);
    if (item) reply.push(item);
  }
};

/**
 * Passes the model's events to the reply until they end or the reply is aborted, which a model may not notice. After
 * `silence` milliseconds without an event the reply is aborted as failed. Throws if the model breaks off.
 */
export const consumeModelStream = async (
  reply: LiveReply,
  events: AsyncIterable<ModelEvent>,
  silence: number,
  modelEvent: ModelEventOf = () => undefined,
): Promise<void> => {
  const { signal } = reply.stop;
  const timer = setTimeout(() => reply.abort('failed', 'unreachable'), silence);
  const aborted = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
  try {
    await Promise.race([read(reply, events, modelEvent, () => timer.refresh()), aborted]);
  } finally {
    clearTimeout(timer);
  }
};
