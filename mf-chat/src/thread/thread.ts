import type { Tag } from '@atrium/shared-kernel/contracts/entities/chat';
import type { ReplyItem } from '@atrium/shared-kernel/contracts/entities/stream';
import { type LiveMessage, withItem } from '../reply/reply.ts';

/** What a chat is for, where it is no common one: an interview that builds an agent. */
export type FunctionName = 'agentCreator';

/** Where a thread comes from: an own chat, the link of a shared one, or neither: a new chat, maybe of a function. */
export interface Source {
  readonly chatId?: string | undefined;
  readonly shareId?: string | undefined;
  readonly fn?: FunctionName | undefined;
}

/** One chat as the screen knows it; a new one has no `chatId` yet. */
export interface Thread {
  readonly key: string;
  readonly chatId: string | undefined;
  /** The link behind which it is read; the first message makes an own chat of it. */
  readonly shareId: string | undefined;
  /** Who shared it, also of a copy; empty for a chat of one's own. */
  readonly sharedBy: string;
  readonly title: string;
  /** The title came just now and is typed out. */
  readonly fresh: boolean;
  readonly messages: readonly LiveMessage[];
  /** So many stand before the first of them and are still to be fetched. */
  readonly earlier: number;
  /** Fetching them failed. */
  readonly earlierFailed: boolean;
  /** `gone`: its link leads nowhere any more. */
  readonly load: 'ready' | 'loading' | 'failed' | 'gone';
  /** What the service says of a load that failed. */
  readonly failure?: string | undefined;
  readonly lengthWarning: boolean;
  /** Was used in secure mode, which it cannot leave. */
  readonly secure: boolean;
  /** It is in no list, and gone soon after it was left; of a new chat: it is to begin so. */
  readonly temporary: boolean;
  readonly fn: FunctionName | undefined;
  /** The collection that it began in, whose instructions and files it takes along. */
  readonly home: Tag | undefined;
  /** The agent that answers here, by its id. */
  readonly flow: string | undefined;
  /** The model that was chosen for it, by its id. */
  readonly model?: string | undefined;
}

export const newThread = (key: string, { chatId, shareId, fn }: Source = {}): Thread => ({
  key,
  chatId,
  shareId,
  sharedBy: '',
  title: '',
  fresh: false,
  messages: [],
  earlier: 0,
  earlierFailed: false,
  load: chatId || shareId ? 'loading' : 'ready',
  lengthWarning: false,
  secure: false,
  temporary: false,
  fn,
  home: undefined,
  flow: undefined,
});

/** Whether it is what stands at that place. */
export const isFrom = (thread: Thread, { chatId, shareId }: Source): boolean =>
  chatId === undefined ? shareId !== undefined && thread.shareId === shareId : thread.chatId === chatId;

export const withMessage = (thread: Thread, key: string, change: (message: LiveMessage) => LiveMessage): Thread => {
  const { messages } = thread;
  // What changes is near the end: with each word of a reply thousands before it are not asked.
  const at = messages.findLastIndex((message) => message.key === key);
  const message = messages[at];
  return message ? { ...thread, messages: messages.with(at, change(message)) } : thread;
};

/** The thread after events of the reply to its message `key`. */
export const withReplyItems = (thread: Thread, key: string, items: readonly ReplyItem[]): Thread =>
  items.reduce(
    (next, item): Thread => {
      if (item.type === 'chatId') return { ...next, chatId: item.chatId, shareId: undefined };
      return item.type === 'warning' ? { ...next, lengthWarning: true } : next;
    },
    withMessage(thread, key, (message) => items.reduce(withItem, message)),
  );

export const isStreaming = (thread: Thread): boolean =>
  thread.messages.findLast((message) => message.streaming) !== undefined;

/** Whether what is written there and not sent yet is in no storage of the browser. */
export const staysInMemory = ({ secure, temporary }: Thread): boolean => secure || temporary;

/** A reply of it is still to come, whether or not it arrives just now. */
export const isWaiting = (thread: Thread): boolean =>
  thread.messages.findLast((message) => message.pending) !== undefined;
