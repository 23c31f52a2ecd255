import { createRepeatedRead } from '@atrium/shared-kernel/changes/repeated-read';
import { isFailure } from '@atrium/shared-kernel/failure';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import * as events from '#contracts/events';
import type { ChatRemote } from '../remote.ts';
import type { LiveMessage } from '../reply/reply.ts';
import { ownChat } from './load.ts';
import { isStreaming, type Thread } from './thread.ts';
import type { Threads } from './threads.ts';

/**
 * Merges the end of the branch, as the service has it, into the thread. Known messages keep their position, and a reply
 * that is streaming here continues. Of messages that the branch does not have, only those in `settled` are removed: the
 * others are still being sent. Undefined if no message of the thread leads to that end.
 */
export const withEnd = (
  ours: readonly LiveMessage[],
  theirs: readonly LiveMessage[],
  settled: ReadonlySet<string>,
): readonly LiveMessage[] | undefined => {
  const known = new Map(ours.map((message) => [message._id, message]));
  const start = theirs[0] ? ours.findIndex(({ _id }) => _id === theirs[0]?._id) : 0;
  if (start === -1 && ours.some(({ _id }) => settled.has(_id))) return undefined;
  const named = new Set(theirs.map(({ _id }) => _id));
  const merged = theirs.map((message) => {
    const own = known.get(message._id);
    if (!own) return message;
    if (own.streaming || !settled.has(own._id)) return own;
    // An answer that arrived here keeps its position in the stream. Only a regenerated one is followed from its start.
    return { ...message, key: own.key, seq: message.pending ? 0 : own.seq };
  });
  const unsent = ours.slice(Math.max(start, 0)).filter(({ _id }) => !named.has(_id) && !settled.has(_id));
  return [...ours.slice(0, Math.max(start, 0)), ...merged, ...unsent];
};

/** Ids of the messages that are the same here as in the service. */
const settledOf = ({ messages }: Thread): ReadonlySet<string> =>
  new Set(messages.filter(({ pending, streaming }) => !pending && !streaming).map(({ _id }) => _id));

/**
 * Shows what other tabs and users change in the chat on the screen: new messages with their streaming replies, other
 * versions, other branches. Waits while a reply streams here, and leaves drafts alone. Ends with the scope.
 */
export const createFollowChanges = (
  remote: ChatRemote,
  threads: Threads,
  watch: (threadKey: string, messageKey: string) => void,
  load: (key: string) => Promise<void>,
  first: readonly string[] | undefined,
): void => {
  const { bus, online$, scope } = remote;
  /** Chats in memory that may have changed. */
  const changed = new Set<string>();

  const show = async (key: string, loaded: Awaited<ReturnType<typeof ownChat>>, settled: ReadonlySet<string>) => {
    const { chatId, messages: ours } = threads.get(key) ?? { messages: [] };
    const shown = new Set(ours.map(({ _id }) => _id));
    // Another branch was started or chosen here after the request, so its answer is older than the screen.
    if (![...settled].every((id) => shown.has(id))) {
      if (chatId !== undefined) changed.add(chatId);
      return reread();
    }
    const messages = withEnd(ours, loaded.messages, settled);
    if (!messages) return load(key);
    threads.change(key, (thread) => ({ ...thread, messages, lengthWarning: loaded.lengthWarning ?? false }));
    for (const { _id, key: message, pending } of threads.get(key)?.messages ?? [])
      if (pending && !shown.has(_id)) watch(key, message);
  };

  const reread = createRepeatedRead(async () => {
    const thread = threads.current$.value;
    const { key, chatId, load } = thread;
    if (chatId === undefined || load !== 'ready' || isStreaming(thread) || !changed.delete(chatId)) return;
    const settled = settledOf(thread);
    try {
      const end = await ownChat(remote, chatId, 'end');
      // Offline, the answer is a stored copy, which may be older than the screen.
      if (online$.value) await show(key, end, settled);
      else changed.add(chatId);
    } catch (error) {
      // What could not be read is read later. A deleted chat has its own event.
      if (!isFailure(error, calls.chat.getChat, 'unknown-chat')) changed.add(chatId);
      throw error;
    }
  }, scope.signal);
  const mark = (chatIds: readonly string[] | undefined) => {
    // Other chats are read when they are opened.
    for (const { chatId } of threads.all()) if (chatId && (chatIds?.includes(chatId) ?? true)) changed.add(chatId);
    reread();
  };

  bus.on(events.shell.messagesChanged).subscribe(({ chatIds }) => mark(chatIds));
  // Some changes waited for the end of a reply, or until their thread is shown.
  threads.current$.pipe(scope.until()).subscribe(reread);
  mark(first);
};
