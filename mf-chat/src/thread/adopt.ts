import { isCallFailure } from '@atrium/shared-kernel/failure';
import { ownChat, type View } from './load.ts';
import type { Threads } from './threads.ts';

/** Gives the messages of a shared chat the ids and files that they have in the copy that was made of it. */
export const adopt = async (view: View, threads: Threads, key: string): Promise<void> => {
  const { chatId } = threads.get(key) ?? {};
  if (chatId === undefined) return;
  try {
    const { messages } = await ownChat(view, chatId);
    threads.change(key, (thread) => ({
      ...thread,
      messages: thread.messages.map((local, index) => {
        const own = messages[index];
        return own && !local.pending && local.seq === 0 ? { ...own, key: local.key } : local;
      }),
    }));
  } catch (error) {
    // What was shared stays readable as it is; the next visit shows the copy.
    if (!isCallFailure(error) && !view.scope.signal.aborted) throw error;
  }
};
