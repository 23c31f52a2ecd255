import { isCallFailure, isFailure } from '@atrium/shared-kernel/failure';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import { threadParts } from '@atrium/shared-kernel/contracts/constants';
import type { Infer } from '@atrium/shared-kernel/contracts/define';
import { isId } from '@atrium/shared-kernel/contracts/id';
import type { Message } from '@atrium/shared-kernel/contracts/entities/chat';
import type { ChatRemote } from '../remote.ts';
import { type LiveMessage, fromService } from '../reply/reply.ts';
import type { Typing } from '../reply/user-typing.ts';
import type { Thread } from './thread.ts';
import type { Threads } from './threads.ts';

/** Milliseconds for which earlier messages wait while the user types: at most, and after the last keystroke. */
const typingDelay = { max: 5000, idle: 1000 } as const;

type Loaded = Partial<Thread> & Pick<Thread, 'messages'>;

export type View = Pick<ChatRemote, 'client' | 'scope'>;

/** The state of a thread apart from its messages and its title, as an answer of the service has it. */
export const stateOf = ({ chat, sharedBy = '' }: Infer<typeof calls.chat.getChat.output>): Partial<Thread> => ({
  sharedBy,
  lengthWarning: chat?.lengthWarning ?? false,
  secure: chat?.secure ?? false,
  temporary: chat?.temporary ?? false,
  fn: chat?.function === 'agentCreator' ? chat.function : undefined,
  home: chat?.tags.find(({ _id }) => _id === chat.home),
  flow: chat?.flow,
  model: chat?.model,
});

export const ownChat = async ({ client, scope: { signal } }: View, chatId: string, part?: 'end'): Promise<Loaded> => {
  const answer = await client.call(calls.chat.getChat, { chatId, part }, { signal });
  const { chat, messages, earlier = 0 } = answer;
  return {
    ...stateOf(answer),
    messages: messages.map(fromService),
    earlier,
    earlierFailed: false,
    title: chat?.title ?? '',
  };
};

const sharedChat = async ({ client, scope: { signal } }: View, shareId: string): Promise<Loaded> => {
  const answer = await client.call(calls.chat.getSharedChat, { messageId: shareId }, { signal });
  const { user, messages, title = '' } = answer;
  return { messages: messages.map(fromService), title, sharedBy: `${user.firstName} ${user.lastName}`.trim() };
};

type WatchAll = (threadKey: string, messages: readonly LiveMessage[]) => void;

/** Fetches earlier messages part by part, until all are there or another branch is shown. */
const createLoadEarlier = (
  { client, scope: { signal } }: View,
  threads: Threads,
  watchAll: WatchAll,
  typing: Typing,
): ((key: string) => Promise<void>) => {
  /** The latest request for earlier messages, by thread key. */
  const running = new Map<string, object>();

  const prepend = (key: string, { messages, earlier = 0 }: { messages: Message[]; earlier?: number | undefined }) => {
    const before = messages.map(fromService);
    threads.change(key, (thread) => ({ ...thread, messages: [...before, ...thread.messages], earlier }));
    watchAll(key, before);
  };

  return async (key: string): Promise<void> => {
    const run = {};
    running.set(key, run);
    threads.change(key, (thread) => ({ ...thread, earlierFailed: false }));
    while (running.get(key) === run && !signal.aborted && (threads.get(key)?.earlier ?? 0) > 0) {
      // Leaves the page time to render what has arrived, and to respond to its reader.
      await new Promise<void>((resolve) => {
        setTimeout(() => typing.whenIdle(resolve, typingDelay.max, typingDelay.idle), threadParts.every);
      });
      const { chatId, earlier = 0, messages: [first] = [] } = threads.get(key) ?? {};
      if (running.get(key) !== run || chatId === undefined || earlier === 0 || !first) break;
      // An edited message has no id of the service before it was accepted.
      if (!isId(first._id)) continue;
      try {
        const before = await client.call(calls.chat.getChat, { chatId, before: first._id }, { signal });
        // In the meantime the first message may have been replaced by another version.
        if (running.get(key) === run && threads.get(key)?.messages[0]?._id === first._id) prepend(key, before);
      } catch (error) {
        if (!isCallFailure(error) && !signal.aborted) throw error;
        if (running.get(key) === run)
          threads.change(key, (thread) => ({
            ...thread,
            earlierFailed: true,
            failure: isCallFailure(error) ? error.msg : undefined,
          }));
        break;
      }
    }
    if (running.get(key) === run) running.delete(key);
  };
};

/** Loads threads, own and shared ones. */
export const createLoad = (
  view: View,
  threads: Threads,
  watch: (threadKey: string, messageKey: string) => void,
  typing: Typing,
) => {
  const watchAll: WatchAll = (key, messages) => {
    for (const message of messages) if (message.pending) watch(key, message.key);
  };
  const loadEarlier = createLoadEarlier(view, threads, watchAll, typing);

  /** Loads all of a thread, or its `end` first. A failure of the service becomes a state of the thread. */
  const load = async (key: string, part?: 'end'): Promise<void> => {
    const { chatId, shareId } = threads.get(key) ?? {};
    threads.change(key, (thread) => ({ ...thread, load: 'loading' }));
    try {
      const loaded = chatId ? await ownChat(view, chatId, part) : shareId ? await sharedChat(view, shareId) : undefined;
      threads.change(key, (thread) => ({ ...thread, ...loaded, load: 'ready' }));
      watchAll(key, loaded?.messages ?? []);
      void loadEarlier(key);
    } catch (error) {
      if (!isCallFailure(error)) {
        if (view.scope.signal.aborted) return;
        throw error;
      }
      const gone =
        isFailure(error, calls.chat.getSharedChat, 'no-longer-shared') ||
        (chatId === undefined && isFailure(error, calls.chat.getSharedChat, 'invalid-input'));
      const unknown = isFailure(error, calls.chat.getChat, 'unknown-chat');
      threads.change(key, (thread) => ({ ...thread, load: gone ? 'gone' : 'failed', failure: error.msg, unknown }));
    }
  };

  return { load, loadEarlier };
};
