import type { ReplyEvent } from '@atrium/shared-kernel/contracts/entities/stream';
import type { ModelEvent } from '../../ports/model.ts';
import type { LiveReply } from './live-reply.ts';

/** The event that tells readers which model answers; undefined if unknown. */
type Answers = (model: string) => ReplyEvent | undefined;

const eventForReaders = (event: ModelEvent, answers: Answers): ReplyEvent | undefined => {
  if (event.type === 'model') return answers(event.model);
  return event.type === 'alive' || event.type === 'usage' ? undefined : event;
};

const read = async (
  reply: LiveReply,
  events: AsyncIterable<ModelEvent>,
  answers: Answers,
  onEvent: () => void,
): Promise<void> => {
  for await (const event of events) {
    if (reply.stop.signal.aborted) return;
    onEvent();
    const item = eventForReaders(event, answers);
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
  answers: Answers = () => undefined,
): Promise<void> => {
  const { signal } = reply.stop;
  const timer = setTimeout(() => reply.cease('failed', 'unreachable'), silence);
  const ceased = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
  try {
    await Promise.race([read(reply, events, answers, () => timer.refresh()), ceased]);
  } finally {
    clearTimeout(timer);
  }
};
