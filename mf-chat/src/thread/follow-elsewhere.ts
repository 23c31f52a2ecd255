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
 * What a thread shows once the service has said what its branch ends with. A message stays in its place on the screen; one
 * whose reply arrives here goes on; and of those that are not in the branch only what was `settled` when it was asked for
 * goes: the others are being sent. Undefined: nothing that is there leads to that end.
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
    // An answer that arrived here is read again as it was told: only one that begins anew is followed from its start.
    return { ...message, key: own.key, seq: message.pending ? 0 : own.seq };
  });
  const left = ours.slice(Math.max(start, 0)).filter(({ _id }) => !named.has(_id) && !settled.has(_id));
  return [...ours.slice(0, Math.max(start, 0)), ...merged, ...left];
};

/** Ids of the messages that are what the service has. */
const settledOf = ({ messages }: Thread): ReadonlySet<string> =>
  new Set(messages.filter(({ pending, streaming }) => !pending && !streaming).map(({ _id }) => _id));

/**
 * Keeps the chat on the screen as it is elsewhere: new messages, whose replies then arrive here as well, other versions,
 * other branches. Waits while a reply arrives here, and touches nothing that is typed. Ends with the scope.
 */
export const createFollowElsewhere = (
  remote: ChatRemote,
  threads: Threads,
  watch: (threadKey: string, messageKey: string) => void,
  load: (key: string) => Promise<void>,
  first: readonly string[] | undefined,
): void => {
  const { bus, online$, scope } = remote;
  /** Chats here that may have changed. */
  const changed = new Set<string>();

  const show = async (key: string, loaded: Awaited<ReturnType<typeof ownChat>>, settled: ReadonlySet<string>) => {
    const { chatId, messages: ours } = threads.get(key) ?? { messages: [] };
    const there = new Set(ours.map(({ _id }) => _id));
    // Another branch was begun or chosen here after it was asked: what it says is older than the screen.
    if (![...settled].every((id) => there.has(id))) {
      if (chatId !== undefined) changed.add(chatId);
      return look();
    }
    const messages = withEnd(ours, loaded.messages, settled);
    if (!messages) return load(key);
    threads.change(key, (thread) => ({ ...thread, messages, lengthWarning: loaded.lengthWarning ?? false }));
    for (const { _id, key: message, pending } of threads.get(key)?.messages ?? [])
      if (pending && !there.has(_id)) watch(key, message);
  };

  const look = createRepeatedRead(async () => {
    const thread = threads.current$.value;
    const { key, chatId, load } = thread;
    if (chatId === undefined || load !== 'ready' || isStreaming(thread) || !changed.delete(chatId)) return;
    const settled = settledOf(thread);
    try {
      const end = await ownChat(remote, chatId, 'end');
      // Without a network that is what was read before, which may be older than what the screen shows.
      if (online$.value) await show(key, end, settled);
      else changed.add(chatId);
    } catch (error) {
      // What could not be read is still to be read; of a chat that is gone its own event tells.
      if (!isFailure(error, calls.chat.getChat, 'unknown-chat')) changed.add(chatId);
      throw error;
    }
  }, scope.signal);
  const mark = (chatIds: readonly string[] | undefined) => {
    // Others are read when they are opened.
    for (const { chatId } of threads.all()) if (chatId && (chatIds?.includes(chatId) ?? true)) changed.add(chatId);
    look();
  };

  bus.on(events.shell.messagesChanged).subscribe(({ chatIds }) => mark(chatIds));
  // What waited for a reply's end, or for its thread to be shown.
  threads.current$.pipe(scope.until()).subscribe(look);
  mark(first);
};
