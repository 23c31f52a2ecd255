import { createRepeatedRead } from '@atrium/shared-kernel/changes/repeated-read';
import { isFailure } from '@atrium/shared-kernel/failure';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import { threadParts } from '@atrium/shared-kernel/contracts/constants';
import { fingerprint } from '@atrium/shared-kernel/contracts/fingerprint';
import * as events from '#contracts/events';
import { isId } from '@atrium/shared-kernel/contracts/id';
import { merge } from 'rxjs';
import type { ChatRemote } from '../remote.ts';
import { fromService, type LiveMessage } from '../reply/reply.ts';
import { stateOf } from './load.ts';
import { isStreaming, type Thread } from './thread.ts';
import type { Threads } from './threads.ts';

/**
 * Merges the end of the branch, as the service has it, into the thread. Known messages keep their position. `asked` are
 * the messages that the thread had when the end was requested: one that has changed here since stays, because the answer
 * may be older. Of messages that the branch does not have, only those stay that the service does not know yet. If no
 * message of the thread leads to that end, it replaces all of them.
 */
export const withEnd = (
  ours: readonly LiveMessage[],
  theirs: readonly LiveMessage[],
  asked: readonly LiveMessage[],
): readonly LiveMessage[] => {
  const known = new Map(ours.map((message) => [message._id, message]));
  const same = new Set(asked);
  const start = Math.max(0, theirs[0] ? ours.findIndex(({ _id }) => _id === theirs[0]?._id) : 0);
  const named = new Set(theirs.map(({ _id }) => _id));
  const merged = theirs.map((message) => {
    const own = known.get(message._id);
    if (!own) return message;
    // A reply that is still written is followed here by its own stream.
    if (!same.has(own) || (own.pending && message.pending)) return own;
    // An answer that arrived here keeps its position in the stream. Only a regenerated one is followed from its start.
    return { ...message, key: own.key, seq: message.pending ? 0 : own.seq };
  });
  const unsent = ours.slice(start).filter(({ _id, pending }) => pending && !isId(_id) && !named.has(_id));
  return [...ours.slice(0, start), ...merged, ...unsent];
};

/**
 * Whether an answer that was requested for the messages `asked` may be shown: nothing streams or loads here, and no
 * message was sent, replaced or chosen since. Earlier messages may have been loaded before them.
 */
const isStill = (thread: Thread | undefined, asked: readonly LiveMessage[]): boolean => {
  if (!thread || thread.load !== 'ready' || isStreaming(thread)) return false;
  const before = thread.messages.length - asked.length;
  return before >= 0 && asked.every(({ _id }, index) => _id === thread.messages[before + index]?._id);
};

/** The end of a branch as the service has it, with the fingerprints of the pages before it, the last page first. */
export interface BranchEnd {
  readonly messages: readonly LiveMessage[];
  /** The number of messages before them. */
  readonly earlier: number;
  readonly pages: readonly string[];
}

/**
 * The ids of the messages behind those loaded pages that the service has in another state. A page that is loaded in part
 * has no fingerprint here, so it counts as changed.
 */
export const changedPages = (
  ours: readonly LiveMessage[],
  { messages: [first], earlier, pages }: BranchEnd,
): readonly string[] => {
  const end = ours.findIndex(({ _id }) => _id === first?._id);
  return pages.flatMap((page, index) => {
    const to = end - index * threadParts.before;
    const from = end - Math.min((index + 1) * threadParts.before, earlier);
    const behind = ours[to];
    if (to <= 0 || !behind) return [];
    const same = from >= 0 && page === fingerprint(ours.slice(from, to).map(({ revision = '' }) => revision));
    return same ? [] : [behind._id];
  });
};

/** The messages with those of a page that has changed. Rows whose message is the same are not rendered again. */
const withPage = (ours: readonly LiveMessage[], page: readonly LiveMessage[]): readonly LiveMessage[] => {
  const theirs = new Map(page.map((message) => [message._id, message]));
  return ours.map((own) => {
    const message = theirs.get(own._id);
    return !message || own.streaming || message.revision === own.revision
      ? own
      : { ...message, key: own.key, seq: message.pending ? 0 : own.seq };
  });
};

/** Reads the parts of a chat that a change may concern. */
const createReads = ({ client, scope: { signal } }: ChatRemote, threads: Threads) => {
  const before = async (chatId: string, messageId: string) => {
    const { messages, earlier = 0 } = await client.call(calls.chat.getChat, { chatId, before: messageId }, { signal });
    return { messages: messages.map(fromService), earlier };
  };
  return {
    before,
    /** The end of the branch, with as many pages before it as it takes to reach a message that is loaded here. */
    async end(key: string, chatId: string) {
      const answer = await client.call(calls.chat.getChat, { chatId, part: 'end' }, { signal });
      let messages = answer.messages.map(fromService);
      let { earlier = 0, pages = [] } = answer;
      const isJoined = () => {
        const { messages: ours, earlier: unloaded } = threads.get(key) ?? { messages: [], earlier: 0 };
        return earlier <= unloaded || ours.some(({ _id }) => _id === messages[0]?._id);
      };
      while (messages[0] && !isJoined()) {
        const page = await before(chatId, messages[0]._id);
        messages = [...page.messages, ...messages];
        ({ earlier } = page);
        pages = pages.slice(1);
      }
      return { messages, earlier, pages, state: answer.chat && stateOf(answer) };
    },
  };
};

type Reads = ReturnType<typeof createReads>;

/** Merges the end of a branch, requested for the messages `asked`, into its thread. Follows replies that it adds. */
const createShowEnd =
  (
    threads: Threads,
    watch: (threadKey: string, messageKey: string) => void,
    loadEarlier: (key: string) => Promise<void>,
  ) =>
  (key: string, { state, ...end }: Awaited<ReturnType<Reads['end']>>, asked: readonly LiveMessage[]) => {
    const { messages: ours } = threads.get(key) ?? { messages: [] };
    const shown = new Set(ours.map(({ _id }) => _id));
    const messages = withEnd(ours, end.messages, asked);
    const joined = shown.has(end.messages[0]?._id ?? '');
    threads.change(key, (thread) => ({
      ...thread,
      ...state,
      messages,
      ...(joined ? {} : { earlier: end.earlier }),
    }));
    if (!joined && end.earlier > 0) void loadEarlier(key);
    for (const { _id, key: message, pending } of threads.get(key)?.messages ?? [])
      if (pending && !shown.has(_id)) watch(key, message);
  };

/**
 * Shows what other tabs and users change in the chat on the screen: new messages with their streaming replies, other
 * versions, other branches, and what has changed in earlier messages. Waits while a reply streams here, and leaves
 * drafts alone. `missed` are the chats of the changes that came before this code. Ends with the scope.
 */
export const createFollowChanges = (
  remote: ChatRemote,
  threads: Threads,
  watch: (threadKey: string, messageKey: string) => void,
  loadEarlier: (key: string) => Promise<void>,
  missed: readonly (readonly string[] | undefined)[],
): void => {
  const { bus, online$, scope } = remote;
  const reads = createReads(remote, threads);
  const showEnd = createShowEnd(threads, watch, loadEarlier);
  /** Chats in memory that may have changed. */
  const changed = new Set<string>();
  /** Chats that changed while earlier messages were being loaded. Their answers may be older than the change. */
  const loading = new Set<string>();

  const readAgain = async (chatId: string, { key, messages: asked, earlier }: Thread) => {
    if (earlier > 0) loading.add(chatId);
    const end = await reads.end(key, chatId);
    // Offline, the answer is a stored copy, which may be older than the screen.
    if (!online$.value || !isStill(threads.get(key), asked)) {
      changed.add(chatId);
      reread();
      return;
    }
    showEnd(key, end, asked);
    for (const messageId of changedPages(threads.get(key)?.messages ?? [], end)) {
      const page = await reads.before(chatId, messageId);
      threads.change(key, (thread) => ({ ...thread, messages: withPage(thread.messages, page.messages) }));
    }
  };

  const reread = createRepeatedRead(async () => {
    const thread = threads.current$.value;
    const { chatId, load, earlier } = thread;
    if (chatId !== undefined && earlier === 0 && loading.delete(chatId)) changed.add(chatId);
    if (chatId === undefined || !online$.value || load !== 'ready' || isStreaming(thread)) return;
    if (!changed.delete(chatId)) return;
    try {
      await readAgain(chatId, thread);
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
  // Some changes waited for the end of a reply, for the network, or until their thread is shown.
  merge(threads.current$, online$).pipe(scope.until()).subscribe(reread);
  for (const chatIds of missed) mark(chatIds);
};
