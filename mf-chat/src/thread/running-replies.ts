import * as events from '@atrium/shared-kernel/contracts/events';
import { isId } from '@atrium/shared-kernel/contracts/id';
import type { Behavior } from '@atrium/shared-kernel/remote';
import type { ChatRemote } from '../remote.ts';

/** What a tab tells the others of this browser: the chats whose replies it waits for, or that it would like to know theirs. */
interface News {
  readonly tab: string;
  readonly chatIds?: readonly string[];
}

const channelName = 'atrium.replies';
/** A tab tells again after so many milliseconds; one that was not heard for five times as long is gone. */
const tellEvery = 30_000;
const goneAfter = 5 * tellEvery;

const newsOf = (data: unknown): News | undefined => {
  const { tab, chatIds } = (typeof data === 'object' && data !== null ? data : {}) as Partial<Record<string, unknown>>;
  if (typeof tab !== 'string') return undefined;
  return { tab, ...(Array.isArray(chatIds) ? { chatIds: chatIds.filter(isId) } : {}) };
};

/** Emits which chats wait for a reply, in whatever tab of this browser it was asked for. */
export const tellRunningReplies = (
  { bus, scope }: Pick<ChatRemote, 'bus' | 'scope'>,
  running$: Behavior<readonly string[]>,
): void => {
  const tab = crypto.randomUUID();
  const others = new Map<string, { readonly chatIds: readonly string[]; readonly at: number }>();
  const channel = typeof BroadcastChannel === 'function' ? new BroadcastChannel(channelName) : undefined;
  // What is replayed may be of a screen that is gone: the first word is always said.
  let emitted: string | undefined;
  const emit = () => {
    const now = Date.now();
    for (const [other, { at }] of others) if (now - at > goneAfter) others.delete(other);
    const chatIds = new Set([...running$.value, ...[...others.values()].flatMap((one) => one.chatIds)]);
    const all = [...chatIds].toSorted();
    if (all.join() === emitted) return;
    emitted = all.join();
    bus.emit(events.chat.repliesChanged, { chatIds: all });
  };
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other origins
  const post = (news: News) => channel?.postMessage(news);
  const tell = (chatIds: readonly string[]) => post({ tab, chatIds });

  channel?.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const news = newsOf(data);
    if (!news || news.tab === tab) return;
    if (news.chatIds === undefined) tell(running$.value);
    else if (news.chatIds.length === 0) others.delete(news.tab);
    else others.set(news.tab, { chatIds: news.chatIds, at: Date.now() });
    emit();
  });
  post({ tab });
  running$.pipe(scope.until()).subscribe((chatIds) => {
    tell(chatIds);
    emit();
  });
  const again = setInterval(() => {
    if (running$.value.length > 0) tell(running$.value);
    emit();
  }, tellEvery);
  const leave = () => tell([]);
  addEventListener('pagehide', leave);
  scope.add(() => {
    leave();
    removeEventListener('pagehide', leave);
    clearInterval(again);
    channel?.close();
  });
};
