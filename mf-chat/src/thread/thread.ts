import type { Tag } from '@atrium/shared-kernel/contracts/entities/chat';
import type { ReplyItem } from '@atrium/shared-kernel/contracts/entities/stream';
import { type LiveMessage, withItem } from '../reply/reply.ts';

/** What a chat is for, if it is not a regular one: an interview that builds an agent. */
export type FunctionName = 'agentCreator';

/**
 * Where a thread comes from: an own chat, the link of a shared one, or neither: a new chat, possibly with a function.
 */
export interface Source {
  readonly chatId?: string | undefined;
  readonly shareId?: string | undefined;
  readonly fn?: FunctionName | undefined;
}

/** A chat as the screen knows it. A new one has no `chatId` yet. */
export interface Thread {
  readonly key: string;
  readonly chatId: string | undefined;
  /** The link through which it is read. The first message creates an own chat from it. */
  readonly shareId: string | undefined;
  /** Who shared it, also for a copy. Empty for the user's own chats. */
  readonly sharedBy: string;
  readonly title: string;
  /** The title is new and is typed out. */
  readonly fresh: boolean;
  readonly messages: readonly LiveMessage[];
  /** The number of messages before the first one that are not loaded yet. */
  readonly earlier: number;
  /** Whether loading them failed. */
  readonly earlierFailed: boolean;
  /** `gone`: its link no longer works. */
  readonly load: 'ready' | 'loading' | 'failed' | 'gone';
  /** The service's message for a load that failed. */
  readonly failure?: string | undefined;
  /** The load failed because there is no such chat, so that another try is of no use. */
  readonly unknown?: boolean | undefined;
  readonly lengthWarning: boolean;
  /** The chat was used in secure mode, which it cannot leave. */
  readonly secure: boolean;
  /** The chat is in no list, and deleted soon after it was left. For a new chat: it will be so. */
  readonly temporary: boolean;
  readonly fn: FunctionName | undefined;
  /** The collection that it started in, whose instructions and files it uses. */
  readonly home: Tag | undefined;
  /** Id of the agent that answers here. */
  readonly flow: string | undefined;
  /** Id of the model that was chosen for it. */
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

/** Whether a thread comes from a source. */
export const isFrom = (thread: Thread, { chatId, shareId }: Source): boolean =>
  chatId === undefined ? shareId !== undefined && thread.shareId === shareId : thread.chatId === chatId;

export const withMessage = (thread: Thread, key: string, change: (message: LiveMessage) => LiveMessage): Thread => {
  const { messages } = thread;
  // Changes happen near the end, so thousands of earlier messages are not searched with each word of a reply.
  const at = messages.findLastIndex((message) => message.key === key);
  const message = messages[at];
  return message ? { ...thread, messages: messages.with(at, change(message)) } : thread;
};

/** Of a repeated send, the service may know the first attempt, which can be here already. The last row stays. */
const onceWith = (messages: Thread['messages'], id: string) => {
  const last = messages.findLastIndex(({ _id }) => _id === id);
  return messages.filter(({ _id }, at) => _id !== id || at === last);
};

/** The thread after events of the reply to its message `key`. */
export const withReplyItems = (thread: Thread, key: string, items: readonly ReplyItem[]): Thread =>
  items.reduce(
    (next, item): Thread => {
      if (item.type === 'chatId') return { ...next, chatId: item.chatId, shareId: undefined };
      if (item.type === 'id') return { ...next, messages: onceWith(next.messages, item.id) };
      return item.type === 'warning' ? { ...next, lengthWarning: true } : next;
    },
    withMessage(thread, key, (message) => items.reduce(withItem, message)),
  );

export const isStreaming = (thread: Thread): boolean =>
  thread.messages.findLast((message) => message.streaming) !== undefined;

/** Whether unsent text of this chat must not be stored in the browser. */
export const staysInMemory = ({ secure, temporary }: Thread): boolean => secure || temporary;

/** Whether a reply is still to come, even if it is not streaming here. */
export const isWaiting = (thread: Thread): boolean =>
  thread.messages.findLast((message) => message.pending) !== undefined;
