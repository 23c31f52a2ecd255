import { isCallFailure } from '@atrium/shared-kernel/failure';
import { ownChat, type View } from './load.ts';
import type { Threads } from './threads.ts';

/** Gives the messages on the screen the ids and files of the copy that was created from a shared chat. */
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
    // The shared chat stays readable. The next visit shows the copy.
    if (!isCallFailure(error) && !view.scope.signal.aborted) throw error;
  }
};
