import { isCallError } from '@atrium/shared-kernel/client';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import type { ChatRemote } from '../remote.ts';
import { ofService } from '../reply/reply.ts';
import type { Thread } from './thread.ts';
import type { Threads } from './threads.ts';

type Loaded = Partial<Thread> & Pick<Thread, 'messages'>;

/** Fetches threads from where they come from. */
export const createLoad = (
  { client, scope }: Pick<ChatRemote, 'client' | 'scope'>,
  threads: Threads,
  watch: (threadKey: string, messageKey: string) => void,
) => {
  const { signal } = scope;

  const ownChat = async (chatId: string): Promise<Loaded> => {
    const { chat, messages, sharedBy = '' } = await client.call(calls.chat.getChat, { chatId }, { signal });
    return {
      messages: messages.map(ofService),
      title: chat?.title ?? '',
      sharedBy,
      lengthWarning: chat?.lengthWarning ?? false,
      secure: chat?.secure ?? false,
      fn: chat?.function === 'agentCreator' ? chat.function : undefined,
      flow: chat?.flow,
    };
  };

  const sharedChat = async (shareId: string): Promise<Loaded> => {
    const answer = await client.call(calls.chat.getSharedChat, { messageId: shareId }, { signal });
    const { user, messages, title = '' } = answer;
    return { messages: messages.map(ofService), title, sharedBy: `${user.firstName} ${user.lastName}`.trim() };
  };

  /** A failure of the service is a state of the thread. */
  const load = async (key: string): Promise<void> => {
    const { chatId, shareId } = threads.get(key) ?? {};
    threads.change(key, (thread) => ({ ...thread, load: 'loading' }));
    try {
      const loaded = chatId ? await ownChat(chatId) : shareId ? await sharedChat(shareId) : undefined;
      threads.change(key, (thread) => ({ ...thread, ...loaded, load: 'ready' }));
      for (const message of loaded?.messages ?? []) if (message.pending) watch(key, message.key);
    } catch (error) {
      if (!isCallError(error)) {
        if (scope.signal.aborted) return;
        throw error;
      }
      const gone = chatId === undefined && (error.status === 404 || error.status === 400);
      threads.change(key, (thread) => ({ ...thread, load: gone ? 'gone' : 'failed' }));
    }
  };

  /** Gives the messages of a shared chat the ids and files that they have in the copy that was made of it. */
  const adopt = async (key: string): Promise<void> => {
    const { chatId } = threads.get(key) ?? {};
    if (chatId === undefined) return;
    try {
      const { messages } = await ownChat(chatId);
      threads.change(key, (thread) => ({
        ...thread,
        messages: thread.messages.map((local, index) => {
          const own = messages[index];
          return own && !local.pending && local.seq === 0 ? { ...own, key: local.key } : local;
        }),
      }));
    } catch (error) {
      // What was shared stays readable as it is; the next visit shows the copy.
      if (!isCallError(error) && !scope.signal.aborted) throw error;
    }
  };

  return { load, adopt };
};
