import type { Message } from '@atrium/shared-kernel/contracts/entities/chat';
import type { ReplyEvent, ReplyItem } from '@atrium/shared-kernel/contracts/entities/stream';

export const chatId = 'c'.repeat(24);
export const messageId = 'd'.repeat(24);

/** Events of a reply, numbered from 1 as the service numbers them. */
export const numbered = (...events: ReplyEvent[]): ReplyItem[] =>
  events.map((event, index) => ({ ...event, seq: index + 1 }));

/** A stored message, complete unless changed. */
export const storedMessage = (change: Partial<Message> = {}): Message => ({
  _id: messageId,
  prompt: 'Why is the sky blue?',
  content: 'Because of scattering.',
  createdDate: new Date().toISOString(),
  pending: false,
  failed: false,
  thoughts: [],
  userFiles: [],
  modal: 'demo-1',
  ...change,
});

export interface Pipe<T> extends AsyncIterable<T> {
  readonly push: (...items: T[]) => void;
  readonly end: () => void;
  readonly fail: (error: Error) => void;
}

/** A source that yields what the test pushes, when it does. */
export const createPipe = <T>(): Pipe<T> => {
  const items: T[] = [];
  let wake = () => {};
  let ended = false;
  let failure: Error | undefined;
  async function* read() {
    for (;;) {
      const [next, ...rest] = items.splice(0);
      if (next !== undefined) {
        items.unshift(...rest);
        yield next;
        continue;
      }
      if (failure) throw failure;
      if (ended) return;
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  }
  return {
    [Symbol.asyncIterator]: read,
    push(...more) {
      items.push(...more);
      wake();
    },
    end() {
      ended = true;
      wake();
    },
    fail(error) {
      failure = error;
      wake();
    },
  };
};
