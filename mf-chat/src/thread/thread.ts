import type { ReplyItem } from '@atrium/shared-kernel/contracts/entities/stream';
import { type LiveMessage, withItem } from '../reply/reply.ts';

/** One chat as the screen knows it; a new one has no `chatId` yet. */
export interface Thread {
  readonly key: string;
  readonly chatId: string | undefined;
  readonly title: string;
  /** The title came just now and is typed out. */
  readonly fresh: boolean;
  readonly messages: readonly LiveMessage[];
  readonly load: 'ready' | 'loading' | 'failed';
  readonly lengthWarning: boolean;
  /** Was used in secure mode, which it cannot leave. */
  readonly secure: boolean;
}

export const newThread = (key: string, chatId?: string): Thread => ({
  key,
  chatId,
  title: '',
  fresh: false,
  messages: [],
  load: chatId ? 'loading' : 'ready',
  lengthWarning: false,
  secure: false,
});

export const withMessage = (thread: Thread, key: string, change: (message: LiveMessage) => LiveMessage): Thread => ({
  ...thread,
  messages: thread.messages.map((message) => (message.key === key ? change(message) : message)),
});

/** The thread after an event of the reply to its message `key`. */
export const withReplyItem = (thread: Thread, key: string, item: ReplyItem): Thread => {
  const next = withMessage(thread, key, (message) => withItem(message, item));
  if (item.type === 'chatId') return { ...next, chatId: item.chatId };
  if (item.type === 'warning') return { ...next, lengthWarning: true };
  return next;
};

export const isStreaming = (thread: Thread): boolean => thread.messages.some((message) => message.streaming);

/** A reply of it is still to come, whether or not it arrives just now. */
export const isWaiting = (thread: Thread): boolean => thread.messages.some((message) => message.pending);
