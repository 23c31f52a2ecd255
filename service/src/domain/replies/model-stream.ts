import type { ModelEvent } from '../../ports/model.ts';
import type { LiveReply } from './live-reply.ts';

const read = async (reply: LiveReply, events: AsyncIterable<ModelEvent>, onEvent: () => void): Promise<void> => {
  for await (const event of events) {
    if (reply.stop.signal.aborted) return;
    onEvent();
    if (event.type !== 'alive') reply.push(event);
  }
};

/**
 * Passes the model's events to the reply until they end, or the reply ceases: a model need not notice that. Without an
 * event for `silence` milliseconds the reply ceases as failed. Throws where the model breaks off.
 */
export const consumeModelStream = async (
  reply: LiveReply,
  events: AsyncIterable<ModelEvent>,
  silence: number,
): Promise<void> => {
  const { signal } = reply.stop;
  const timer = setTimeout(() => reply.cease('failed', 'unreachable'), silence);
  const ceased = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
  try {
    await Promise.race([read(reply, events, () => timer.refresh()), ceased]);
  } finally {
    clearTimeout(timer);
  }
};
